import type { ReactNode } from 'react';

/**
 * Native `<details>`, which open without this island, any number at once. An island by the owner's choice; it hydrates
 * after another one, so that no React is fetched for it.
 */
export default function FaqAccordion({ children }: { children?: ReactNode }) {
  return <div className="faq-list">{children}</div>;
}
