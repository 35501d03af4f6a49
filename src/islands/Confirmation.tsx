import { useLayoutEffect, useRef } from 'react';
import styles from './DemoForm.module.scss';

export interface ConfirmationCopy {
  /** The page's title from now on. */
  title: string;
  heading: string;
  text: string;
}

/** Replaces the page's main content once a demo request is stored. */
export function Confirmation({ title, heading, text }: ConfirmationCopy) {
  const headingElement = useRef<HTMLHeadingElement>(null);

  // Before the browser paints: no frame shows the confirmation beside what it replaces.
  useLayoutEffect(() => {
    document.title = title;
    // Static parts of the page, which belong to no island: nothing else takes them away.
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
