import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { whenSettled } from '@/lib/settle';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useDisclosures } from './use-disclosures.ts';

interface Props {
  errorHeading: string;
  /** The cards as native `<details>`, sent once as HTML. */
  children?: ReactNode;
}

/** Cards open independently; each opens without this script. */
export default function UseCaseCards({ errorHeading, children }: Props) {
  return (
    <ErrorBoundary heading={errorHeading}>
      <Board>{children}</Board>
    </ErrorBoundary>
  );
}

function Board({ children }: Pick<Props, 'children'>) {
  const board = useRef<HTMLDivElement>(null);
  useDisclosures(board);
  useScrollableDescriptions(board);
  return (
    <div className="use-case-board" ref={board}>
      {children}
    </div>
  );
}

/** A description too long for its card scrolls inside it, and then the keyboard must reach it in every browser. */
function useScrollableDescriptions(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    const measure = () => {
      for (const body of element.querySelectorAll<HTMLElement>('.use-case-body')) {
        if (body.scrollHeight > body.clientHeight && body.clientHeight > 0) body.tabIndex = 0;
        else body.removeAttribute('tabindex');
      }
    };
    // A card that is still opening or closing shows less of its description than it will.
    const measureAtRest = async (card: Element) => {
      const moving = card.getAnimations({ subtree: true });
      await Promise.allSettled(moving.map(({ finished }) => finished));
      measure();
    };
    const onToggle = ({ target }: Event) => {
      if (target instanceof Element) void measureAtRest(target);
    };
    for (const card of element.querySelectorAll('details[open]')) void measureAtRest(card);
    // `toggle` does not bubble.
    element.addEventListener('toggle', onToggle, { capture: true });
    const stop = whenSettled('resize', measure);
    return () => {
      stop();
      element.removeEventListener('toggle', onToggle, { capture: true });
    };
  }, [board]);
}
