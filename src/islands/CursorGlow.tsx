import { useEffect, useRef } from 'react';
import { gsap } from 'gsap';
import { ErrorBoundary } from '@/lib/error-boundary';
import styles from './CursorGlow.module.scss';

/** How the light moves to the pointer, by GSAP; the duration is in seconds. */
const FOLLOW = { duration: 0.5, ease: 'power3.out' };

/** A light that follows the pointer within the section around it; off while the pointer is elsewhere. */
export default function CursorGlow() {
  return (
    <ErrorBoundary>
      <Light />
    </ErrorBoundary>
  );
}

function Light() {
  const light = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = light.current;
    const section = element?.closest('section');
    if (!element || !section) return undefined;
    // The light goes off as soon as reduced motion is preferred, also while the page is open.
    const media = gsap.matchMedia();
    media.add('(prefers-reduced-motion: no-preference)', () => followPointer(element, section));
    return () => media.revert();
  }, []);

  return <div className={`${styles['glow']} no-print`} aria-hidden="true" ref={light} />;
}

/** Moves the light with the pointer, until the function that it returns is called. It shines while it has `data-lit`. */
function followPointer(element: HTMLElement, section: HTMLElement): () => void {
  const moveX = gsap.quickTo(element, 'x', FOLLOW);
  const moveY = gsap.quickTo(element, 'y', FOLLOW);
  const listening = new AbortController();
  const { signal } = listening;

  let pointer: PointerEvent | undefined;
  const follow = () => {
    if (!pointer) return;
    const { left, top } = section.getBoundingClientRect();
    const [x, y] = [pointer.clientX - left, pointer.clientY - top];
    const isOff = element.dataset['lit'] === undefined;
    // When it is switched on, it starts at the pointer, not where it was last. The second argument below is where it starts.
    if (isOff) gsap.set(element, { x, y });
    moveX(x, isOff ? x : undefined);
    moveY(y, isOff ? y : undefined);
    element.dataset['lit'] = '';
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    pointer = event;
    follow();
  };
  const turnOff = () => {
    pointer = undefined;
    delete element.dataset['lit'];
  };
  section.addEventListener('pointermove', onMove, { signal, passive: true });
  section.addEventListener('pointerleave', turnOff, { signal });
  // Scrolling moves the section while the pointer stands still.
  document.addEventListener('scroll', follow, { signal, passive: true });

  return () => {
    listening.abort();
    turnOff();
  };
}
