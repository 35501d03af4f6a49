import type { CollectionEntry } from 'astro:content';
import { useEffect, useId, useRef, type RefObject } from 'react';
import { gsap } from 'gsap';
import { MARQUEE_SCROLL_BOOST } from '@/constants';
import { debounce } from '@/lib/debounce';
import './Marquee.scss';

type Words = CollectionEntry<'home'>['data']['marquee'];

/**
 * Two rows of keywords moving in opposite directions. CSS moves and pauses them; after hydration
 * GSAP speeds them up while the page scrolls and eases them back when scrolling ends.
 */
export default function Marquee({ label, keywords, pause }: Words) {
  const rows = useRef<HTMLDivElement>(null);
  const pauseId = useId();
  useScrollBoost(rows);

  return (
    <div className="marquee no-print">
      <input className="marquee-pause visually-hidden" id={pauseId} type="checkbox" />
      {/* Browser translation may change text before hydration: on a mismatch, React would rerender the rows, unpaused. */}
      <label htmlFor={pauseId} suppressHydrationWarning>
        {pause}
      </label>
      <div className="marquee-rows" ref={rows}>
        {[0, 1].map((row) => (
          <div className="marquee-row" key={row} aria-hidden={row > 0}>
            <Keywords label={label} keywords={keywords} />
            <Keywords label={label} keywords={keywords} isCopy />
          </div>
        ))}
      </div>
    </div>
  );
}

function Keywords({ label, keywords, isCopy = false }: Omit<Words, 'pause'> & { isCopy?: boolean }) {
  return (
    <ul aria-label={label} aria-hidden={isCopy || undefined}>
      {keywords.map((keyword) => (
        <li key={keyword} suppressHydrationWarning>
          {keyword}
        </li>
      ))}
    </ul>
  );
}

function useScrollBoost(rows: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const rate = { value: 1 };
    const apply = () => {
      // Queried each time: rows that were hidden meanwhile (a rotated phone) have new animations, at normal speed.
      for (const animation of rows.current?.getAnimations({ subtree: true }) ?? []) {
        animation.updatePlaybackRate(rate.value);
      }
    };
    const easeTo = gsap.quickTo(rate, 'value', { duration: 0.5, ease: 'power2.out', onUpdate: apply });
    const easeBack = debounce(() => easeTo(1));

    let lastY = window.scrollY;
    const onScroll = () => {
      const distance = Math.abs(window.scrollY - lastY);
      lastY = window.scrollY;
      easeTo(Math.min(1 + distance * MARQUEE_SCROLL_BOOST.perPixel, MARQUEE_SCROLL_BOOST.maxFactor));
      easeBack();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      easeTo.tween.kill();
    };
  }, [rows]);
}
