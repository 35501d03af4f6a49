import type { ReactNode } from 'react';
import { withErrorBoundary } from './demo-form/ErrorBoundary.tsx';
import { moveBetweenSummaries } from '../lib/move-between-summaries.ts';

interface Props {
  /** The questions as native `<details>`: static HTML, not repeated in the island's props. */
  children?: ReactNode;
}

/** Native `<details>`, which open without this island, too, any number at once. It adds the arrow keys. */
function FaqAccordion({ children }: Props) {
  return (
    <div className="faq-list" onKeyDown={moveBetweenSummaries}>
      {children}
    </div>
  );
}

export default withErrorBoundary(FaqAccordion);
