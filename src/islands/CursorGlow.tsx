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
    const awake = new AbortController();
    const { signal } = awake;

    section.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        const { left, top } = section.getBoundingClientRect();
        const isDark = element.dataset['lit'] === undefined;
        // It lights up where the pointer is, not where it went dark.
        if (isDark) gsap.set(element, { x: clientX - left, y: clientY - top });
        moveX(clientX - left, isDark ? clientX - left : undefined);
        moveY(clientY - top, isDark ? clientY - top : undefined);
        element.dataset['lit'] = '';
      },
      { signal, passive: true },
    );
    section.addEventListener('pointerleave', () => delete element.dataset['lit'], { signal });

    return () => {
      awake.abort();
      moveX.tween.kill();
      moveY.tween.kill();
    };
  }, []);

  return <div className="glow" aria-hidden="true" ref={lamp} />;
}
