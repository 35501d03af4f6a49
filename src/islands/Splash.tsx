import { useSyncExternalStore } from 'react';
import './Splash.scss';

interface Props {
  /** Shown one after another. */
  words: readonly string[];
}

/** The document's own account of the splash: running, skipped, done. */
const getStatus = () => document.documentElement.dataset['splash'];
const getServerStatus = () => 'running';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-splash'] });
  return () => observer.disconnect();
}

/**
 * The intro overlay. Style sheets time it from the first paint, so that it ends without this script. The island wakes
 * when the visitor skips it, and follows what the page's first script makes of it.
 */
export default function Splash({ words }: Props) {
  const status = useSyncExternalStore(subscribe, getStatus, getServerStatus);
  if (status === 'done') return undefined;
  return (
    <div className="splash" aria-hidden="true">
      <p className="splash-words">
        {words.map((word) => (
          <span key={word}>{word}</span>
        ))}
      </p>
      <span className="splash-bar" />
    </div>
  );
}
