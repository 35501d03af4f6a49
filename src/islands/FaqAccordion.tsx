import type { ReactNode } from 'react';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import { moveBetweenSummaries } from './move-between-summaries.ts';

interface Props {
  /** The questions as native `<details>`, sent once as HTML. */
  children?: ReactNode;
}

/** Several answers may be open at once; each opens without this script. */
function FaqAccordion({ children }: Props) {
  return (
    <div className="faq-list" onKeyDown={moveBetweenSummaries}>
      {children}
    </div>
  );
}

export default withErrorBoundary(FaqAccordion);
