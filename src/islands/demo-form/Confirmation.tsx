import type { CollectionEntry } from 'astro:content';
import { useLayoutEffect, useRef } from 'react';
import styles from './DemoForm.module.scss';

type Words = CollectionEntry<'requestDemo'>['data']['confirmation'];

/** Replaces the page's main content, and its title, once a demo request is stored. */
export function Confirmation({ title, heading, text }: Words) {
  const headingElement = useRef<HTMLHeadingElement>(null);

  // A layout effect: no frame shows the confirmation together with what it replaces.
  useLayoutEffect(() => {
    document.title = title;
    // A caret in the removed content would move to what follows, and screen readers in Firefox move with the caret.
    getSelection()?.removeAllRanges();
    // Static HTML outside the island, which React cannot remove.
    for (const part of document.querySelectorAll('[data-until-sent]')) part.remove();
    window.scrollTo({ top: 0, behavior: 'instant' });
    headingElement.current?.focus({ preventScroll: true });
  }, [title]);

  return (
    <section className={styles['confirmation']}>
      <h1 ref={headingElement} tabIndex={-1}>
        {heading}
      </h1>
      <p>{text}</p>
    </section>
  );
}
