import './Splash.scss';

/**
 * The intro overlay; it stands before everything that it covers, as a browser may paint before the rest is parsed. CSS
 * times it from the first paint, and the inline script (`Inline.astro`) removes it with its island: it never waits for React.
 */
export default function Splash({ words }: { words: readonly string[] }) {
  return (
    <div className="splash" aria-hidden="true">
      <div className="splash-backdrop" />
      <div className="splash-message">
        <p className="splash-words">
          {words.map((word) => (
            <span key={word}>{word}</span>
          ))}
        </p>
        <span className="splash-bar" />
      </div>
    </div>
  );
}
