import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { debounce } from '@/lib/debounce';
import { withErrorBoundary } from './demo-form/ErrorBoundary.tsx';
import { moveBetweenSummaries } from '../lib/move-between-summaries.ts';

interface Props {
  /** The cards as native `<details>`: static HTML, not repeated in the island's props. */
  children?: ReactNode;
}

/**
 * Native `<details>`, which open without this island, too, any number at once. It adds the arrow keys and scrolling by
 * keyboard.
 */
function UseCaseCards({ children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useScrollableDescriptions(list);
  return (
    <div className="use-case-list" ref={list} onKeyDown={moveBetweenSummaries}>
      {children}
    </div>
  );
}

export default withErrorBoundary(UseCaseCards);

/** Makes a description that scrolls inside its card focusable, as some browsers require for scrolling by keyboard. */
function useScrollableDescriptions(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bodies = [...(list.current?.querySelectorAll<HTMLElement>('.use-case-body') ?? [])];
    const measure = () => {
      for (const body of bodies) {
        const isOpen = body.closest('details')?.open;
        if (isOpen && body.scrollHeight > body.clientHeight) body.tabIndex = 0;
        else body.removeAttribute('tabindex');
      }
    };
    // Sizes change when the window is resized, a card opens or a web font has loaded.
    const measureAtRest = debounce(measure);
    const observer = new ResizeObserver(measureAtRest.call);
    for (const body of bodies) {
      observer.observe(body);
      for (const text of body.children) observer.observe(text);
    }
    return () => {
      observer.disconnect();
      measureAtRest.cancel();
    };
  }, [list]);
}
