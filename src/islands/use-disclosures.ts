import { useEffect, type RefObject } from 'react';

/**
 * Arrow keys, Home and End travel between the summaries of a list of native `<details>`. What is open stays the browser's
 * own state.
 */
export function useDisclosures(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const onKeyDown = (event: KeyboardEvent) => travel(element, event);
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
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
