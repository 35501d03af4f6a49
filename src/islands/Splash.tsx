import './Splash.scss';

/**
 * The intro overlay. CSS times it from the first paint, and the inline script (`Inline.astro`) removes it with its island,
 * so that it never waits for React.
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
