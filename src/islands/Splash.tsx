import type { ReactNode } from 'react';
import styles from './Splash.module.scss';

/**
 * The intro overlay. CSS times it from the first paint, and the inline script of `Splash.astro` removes it with its island, so
 * that it never waits for React. It is an island because that is specified; it hydrates only if another one does before it is
 * removed.
 */
export default function Splash({ children }: { children?: ReactNode }) {
  return (
    <div className={`${styles['splash']} no-print`} aria-hidden="true">
      <div className={styles['backdrop']} />
      <div className={styles['message']}>
        <p className={styles['words']}>{children}</p>
        <span className={styles['bar']} />
      </div>
    </div>
  );
}
