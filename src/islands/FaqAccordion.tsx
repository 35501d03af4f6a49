import { useRef, type ReactNode } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useDisclosures } from './use-disclosures.ts';

interface Props {
  errorHeading: string;
  /** The questions as native `<details>`, sent once as HTML. */
  children?: ReactNode;
}

/** Several answers may be open at once; each opens without this script. */
export default function FaqAccordion({ errorHeading, children }: Props) {
  return (
    <ErrorBoundary heading={errorHeading}>
      <Accordion>{children}</Accordion>
    </ErrorBoundary>
  );
}

function Accordion({ children }: Pick<Props, 'children'>) {
  const list = useRef<HTMLDivElement>(null);
  useDisclosures(list);
  return (
    <div className="faq-list" ref={list}>
      {children}
    </div>
  );
}
