import { useEffect, type RefObject } from 'react';

/** `--calm` and `--ease` of the style sheets, which move it themselves where they can; a test holds them together. */
export const OPENING = { duration: 280, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' } as const;

/**
 * Manners for a list of native `<details>`: arrow keys, Home and End travel between the summaries, and opening
 * and closing moves where the style sheet alone cannot do it. What is open stays the browser's own state.
 */
export function useDisclosures(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const awake = new AbortController();
    const { signal } = awake;
    element.addEventListener('keydown', (event) => travel(element, event), { signal });
    if (!CSS.supports('interpolate-size', 'allow-keywords')) {
      element.addEventListener('click', move, { signal });
    }
    return () => awake.abort();
  }, [list]);
}

function travel(list: HTMLElement, event: KeyboardEvent): void {
  // With a modifier these keys are the browser's own.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const summaries = [...list.querySelectorAll('summary')];
  const index = summaries.findIndex((summary) => summary === event.target);
  if (index === -1) return;
  const next: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: summaries.length - 1,
  };
  const target = summaries[next[event.key] ?? -1];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function move(event: MouseEvent): void {
  const summary = event.target instanceof Element ? event.target.closest('summary') : undefined;
  const details = summary?.parentElement;
  if (!summary || !(details instanceof HTMLDetailsElement)) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  event.preventDefault();
  const isClosing = details.open && details.dataset['closing'] === undefined;
  const from = details.offsetHeight;
  for (const running of details.getAnimations()) running.cancel();
  delete details.dataset['closing'];
  details.open = true;
  if (isClosing) details.dataset['closing'] = '';
  const to = isClosing ? summary.offsetHeight : details.offsetHeight;
  const animation = details.animate(
    { height: [`${from}px`, `${to}px`], overflow: ['clip', 'clip'] },
    OPENING,
  );
  animation.addEventListener('finish', () => {
    delete details.dataset['closing'];
    if (isClosing) details.open = false;
  });
}
