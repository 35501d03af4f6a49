import type { KeyboardEvent } from 'react';

/** Moves the focus between the summaries of a list of native `<details>`: arrow keys, Home and End. */
export function moveBetweenSummaries(event: KeyboardEvent<HTMLElement>): void {
  // With a modifier these keys are the browser's shortcuts.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const summaries = [...event.currentTarget.querySelectorAll('summary')];
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
