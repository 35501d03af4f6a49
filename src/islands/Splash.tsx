import { useEffect, useState } from 'react';

interface Props {
  /** Shown one after another. */
  words: readonly string[];
}

/**
 * The intro overlay. Style sheets time it from the first paint, so that it ends without this script;
 * the island wakes when the visitor skips it, and sees it off.
 */
export default function Splash({ words }: Props) {
  const [status, setStatus] = useState<'visible' | 'fading' | 'removed'>('visible');

  useEffect(() => setStatus('fading'), []);

  if (status === 'removed') return undefined;
  return (
    <div
      className="splash"
      data-status={status}
      aria-hidden="true"
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) setStatus('removed');
      }}
    >
      <p className="splash-words">
        {words.map((word) => (
          <span key={word}>{word}</span>
        ))}
      </p>
      <span className="splash-bar" />
    </div>
  );
}
