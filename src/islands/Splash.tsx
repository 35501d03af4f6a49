import { useSyncExternalStore } from 'react';
import './Splash.scss';

interface Props {
  /** Shown one after another. */
  words: readonly string[];
}

/** The state of the splash: `running`, `fading` or `skipped`, `done`. */
const getStatus = () => document.documentElement.dataset['splash'];
const getServerStatus = () => 'running';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-splash'] });
  return () => observer.disconnect();
}

/**
 * The intro overlay. CSS times it from the first paint, and the inline script (`Splash.astro`) removes it, so that
 * it never waits for React. The island hydrates only after another island, and then mirrors `data-splash`.
 */
export default function Splash({ words }: Props) {
  const status = useSyncExternalStore(subscribe, getStatus, getServerStatus);
  if (status === 'done') return undefined;
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
