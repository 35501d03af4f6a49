import { useEffect, useRef } from 'react';
import { gsap } from 'gsap';
import './CursorGlow.scss';

const FOLLOW = { duration: 0.5, ease: 'power3.out' };

/** A lamp that the pointer carries over the section around it; dark while the pointer is elsewhere. */
export default function CursorGlow() {
  const lamp = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = lamp.current;
    const section = element?.closest('section');
    if (!element || !section) return undefined;
    const moveX = gsap.quickTo(element, 'x', FOLLOW);
    const moveY = gsap.quickTo(element, 'y', FOLLOW);
    const listening = new AbortController();
    const { signal } = listening;

    let pointer: PointerEvent | undefined;
    const follow = () => {
      if (!pointer) return;
      const { left, top } = section.getBoundingClientRect();
      const [x, y] = [pointer.clientX - left, pointer.clientY - top];
      const isDark = element.dataset['lit'] === undefined;
      // It lights up where the pointer is, not where it went dark.
      if (isDark) gsap.set(element, { x, y });
      moveX(x, isDark ? x : undefined);
      moveY(y, isDark ? y : undefined);
      element.dataset['lit'] = '';
    };
    const onMove = (event: PointerEvent) => {
      pointer = event;
      follow();
    };
    const onLeave = () => {
      pointer = undefined;
      delete element.dataset['lit'];
    };
    section.addEventListener('pointermove', onMove, { signal, passive: true });
    section.addEventListener('pointerleave', onLeave, { signal });
    // The section moves away under a pointer that keeps still.
    document.addEventListener('scroll', follow, { signal, passive: true });

    return () => {
      listening.abort();
      moveX.tween.kill();
      moveY.tween.kill();
    };
  }, []);

  return <div className="glow" aria-hidden="true" ref={lamp} />;
}
