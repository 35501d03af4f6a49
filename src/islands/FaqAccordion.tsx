import type { ReactNode } from 'react';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import { moveBetweenSummaries } from './move-between-summaries.ts';

interface Props {
  /** The questions as native `<details>`: static HTML, not repeated in the island's props. */
  children?: ReactNode;
}

/** Several answers may be open at once; each opens before hydration. */
function FaqAccordion({ children }: Props) {
  return (
    <div className="faq-list" onKeyDown={moveBetweenSummaries}>
      {children}
    </div>
  );
}

export default withErrorBoundary(FaqAccordion);
