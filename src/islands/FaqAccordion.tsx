import type { ReactNode } from 'react';

/**
 * Native `<details>`, which open without this island, any number at once. It adds nothing to them: the owner wants an island
 * here. So it hydrates after another one (`client:hydrate="after-another"`), and React is never fetched for its sake.
 */
export default function FaqAccordion({ children }: { children?: ReactNode }) {
  return <div>{children}</div>;
}
