import { useEffect, useRef, type ReactNode } from 'react';
import { debounce } from '@/lib/debounce';
import { withErrorBoundary } from '@/lib/error-boundary';

/** Native `<details>`, which open without this island, any number at once; with it, long texts scroll by keyboard. */
function UseCaseCards({ children }: { children?: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const bodies = [...root.current!.querySelectorAll<HTMLElement>('details > p')];
    // Safari scrolls by keyboard only an element that can have the focus; others make what overflows focusable themselves.
    const makeFocusable = () => {
      for (const body of bodies) {
        const isOpen = body.closest('details')?.open;
        if (isOpen && body.scrollHeight > body.clientHeight) body.tabIndex = 0;
        else body.removeAttribute('tabindex');
      }
    };
    // Sizes change when the window is resized, a card opens or a web font has loaded.
    const observer = new ResizeObserver(debounce(makeFocusable));
    for (const body of bodies) observer.observe(body);
    return () => observer.disconnect();
  }, []);

  return <div ref={root}>{children}</div>;
}

export default withErrorBoundary(UseCaseCards);
