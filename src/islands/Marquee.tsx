import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { gsap } from 'gsap';
import { debounce } from '@/lib/debounce';
import { ErrorBoundary } from '@/lib/error-boundary';
import styles from './Marquee.module.scss';

/** Speed factor of the rows: 1 plus `perPixel` for each pixel scrolled since the last event, at most `maxFactor`. */
const SCROLL_BOOST = { perPixel: 0.05, maxFactor: 4 };

/**
 * Two rows of keywords moving in opposite directions. CSS moves them, and pauses them by the checkbox labeled `pause`; after
 * hydration GSAP speeds them up while the page scrolls and eases them back when scrolling ends.
 */
export default function Marquee({ pause, children }: { pause: string; children?: ReactNode }) {
  const rows = useRef<HTMLDivElement>(null);

  return (
    <div className={`${styles['marquee']} no-print`}>
      <label className="muted">
        <input type="checkbox" />
        {/* Browser translation may change text before hydration: on a mismatch, React would rerender the rows, unpaused. */}
        <span className="visually-hidden" suppressHydrationWarning>
          {pause}
        </span>
      </label>
      <div className={styles['rows']} ref={rows}>
        {[0, 1].map((row) => (
          <div className={styles['row']} key={row} aria-hidden={row > 0 || undefined}>
            {/* A row has its list twice, so that it looks the same once it has moved by half. */}
            {children}
            <div aria-hidden="true">{children}</div>
          </div>
        ))}
      </div>
      {/* The boundary is around the effect alone: if that throws, the list stays. */}
      <ErrorBoundary>
        <ScrollBoost rows={rows} />
      </ErrorBoundary>
    </div>
  );
}

/** Plays the rows' CSS animations faster while the page scrolls. */
function ScrollBoost({ rows }: { rows: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const rate = { value: 1 };
    const apply = () => {
      // The animations are looked up each time: rows that were hidden meanwhile (a rotated phone) have new animations, at normal speed.
      for (const animation of rows.current?.getAnimations({ subtree: true }) ?? [])
        animation.updatePlaybackRate(rate.value);
    };
    // GSAP counts the duration in seconds.
    const easeTo = gsap.quickTo(rate, 'value', { duration: 0.5, ease: 'power2.out', onUpdate: apply });
    const easeBack = debounce(() => easeTo(1));

    let lastY = window.scrollY;
    const onScroll = () => {
      const distance = Math.abs(window.scrollY - lastY);
      lastY = window.scrollY;
      easeTo(Math.min(1 + distance * SCROLL_BOOST.perPixel, SCROLL_BOOST.maxFactor));
      easeBack();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      easeTo.tween.kill();
    };
  }, [rows]);
  return null;
}
