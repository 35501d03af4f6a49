import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { withErrorBoundary } from '@/lib/error-boundary';
import './Menu.scss';

interface Props {
  name: string;
  open: string;
  close: string;
  /** The list of links: static HTML, not repeated in the island's props. */
  children?: ReactNode;
}

const PANEL_ID = 'menu-panel';

/** The dropdown: a native popover, which opens and closes, with working links, before hydration. */
function Menu({ name, open, close, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  // Read after hydration: the panel may be open already. No `aria-expanded`: browsers expose a popover's state.
  const [isOpen, setIsOpen] = useState<boolean>();

  useEffect(() => {
    const element = panel.current;
    // Without popovers there is no button, and the links are always there (Menu.scss).
    if (!element || !('popover' in element)) return undefined;
    const follow = () => {
      setIsOpen(element.matches(':popover-open'));
      markCurrent(element.querySelectorAll('a'));
    };
    follow();
    element.addEventListener('toggle', follow);
    return () => element.removeEventListener('toggle', follow);
  }, []);

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover?.();
  }

  // suppressHydrationWarning: text changed by browser translation is kept; rerendered, the panel would close.
  return (
    <nav className="menu no-print" aria-label={name} onBlur={onBlur}>
      <button className="menu-button" type="button" popoverTarget={PANEL_ID}>
        <span className="menu-icon" aria-hidden="true" />
        <span className="visually-hidden" suppressHydrationWarning>
          {isOpen ? close : open}
        </span>
      </button>
      <div className="menu-panel" id={PANEL_ID} popover="auto" ref={panel}>
        {children}
      </div>
    </nav>
  );
}

export default withErrorBoundary(Menu);

/** Marks the link to the section that fills the middle of the window. */
function markCurrent(links: Iterable<HTMLAnchorElement>): void {
  const middle = innerHeight / 2;
  const section = [...document.querySelectorAll('main > section[id]')].find((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top <= middle && bottom > middle;
  });
  for (const link of links) {
    if (section && link.hash === `#${section.id}`) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}
