import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { withErrorBoundary } from '@/lib/error-boundary';

/** How the height moves: `$duration-medium` and `$ease` of `_tokens.scss`, which a test compares with these copies. */
const MOVE = { duration: 280, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/** Browsers that know `interpolate-size` move the height themselves (`Questions.astro`). */
const movesHeight = () =>
  !CSS.supports('interpolate-size', 'allow-keywords') &&
  matchMedia('(prefers-reduced-motion: no-preference)').matches;

/**
 * Native `<details>`, which open without this island, any number at once. It takes over which are open, keeps them in its
 * state, and moves the height of one that opens or closes.
 */
function FaqAccordion({ children }: { children?: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  /** Whether each answer is open; undefined until it is known what was open before hydration. */
  const [open, setOpen] = useState<readonly boolean[]>();

  useEffect(() => {
    const element = root.current!;
    const items = [...element.querySelectorAll('details')];
    const takeOver = () => setOpen(items.map((item) => item.open && item.dataset['closing'] === undefined));
    const onClick = (event: MouseEvent) => {
      const clicked = items.findIndex(
        (item) => item === (event.target as Element).closest('summary')?.parentElement,
      );
      if (clicked < 0) return;
      event.preventDefault();
      setOpen((before) => before?.map((isOpen, index) => (index === clicked ? !isOpen : isOpen)));
    };
    takeOver();
    // This also takes over what find-in-page, a link or printing opens. A `toggle` event does not bubble.
    element.addEventListener('toggle', takeOver, true);
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('toggle', takeOver, true);
      element.removeEventListener('click', onClick);
    };
  }, []);

  useLayoutEffect(() => {
    for (const [index, item] of root.current!.querySelectorAll('details').entries())
      if (open) show(item, open[index]!);
  }, [open]);

  return <div ref={root}>{children}</div>;
}

export default withErrorBoundary(FaqAccordion);

/** Opens or closes an item, which has `data-closing` while its height moves before it closes. */
function show(item: HTMLDetailsElement, isOpen: boolean): void {
  const isShown = item.open && item.dataset['closing'] === undefined;
  if (isShown === isOpen) return;
  const before = item.offsetHeight;
  for (const animation of item.getAnimations()) animation.cancel();
  delete item.dataset['closing'];
  item.open = isOpen;
  if (!movesHeight()) return;
  const after = item.offsetHeight;
  const heights = [before, after].map((height) => ({ height: `${height}px`, overflow: 'clip' }));
  const moving = item.animate(heights, MOVE);
  if (isOpen) return;
  // The answer that closes stays visible until it has moved.
  item.dataset['closing'] = '';
  item.open = true;
  moving.addEventListener('finish', () => {
    delete item.dataset['closing'];
    item.open = false;
  });
}
