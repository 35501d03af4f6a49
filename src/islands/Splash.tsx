import type { ReactNode } from 'react';
import './Splash.scss';

/**
 * The intro overlay. CSS times it from the first paint, and the inline script of `Splash.astro` removes it with its island, so
 * that it never waits for React. The owner wants an island: it hydrates only if another one does before it is removed.
 */
export default function Splash({ children }: { children?: ReactNode }) {
  return (
    <div className="splash no-print" aria-hidden="true">
      <div className="splash-backdrop" />
      <div className="splash-message">
        <p className="splash-words">{children}</p>
        <span className="splash-bar" />
      </div>
    </div>
  );
}
