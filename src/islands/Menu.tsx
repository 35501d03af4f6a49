import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import './Menu.scss';

interface Props {
  words: { name: string; open: string; close: string };
  /** Links in order; one with a fragment leads to a section of the landing page. */
  items: readonly { label: string; href: string }[];
  booking: { label: string; href: string; newTabHint: string; hint: string };
}

const PANEL_ID = 'menu-panel';

/** The dropdown: a native popover, which opens and closes, with working links, before hydration. */
function Menu({ words, items, booking }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  // Read after hydration: the panel may be open already. No `aria-expanded`: browsers expose a popover's state.
  const [isOpen, setIsOpen] = useState<boolean>();
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    const element = panel.current;
    // Without popovers there is no button, and the links are always there (Menu.scss).
    if (!element || !('popover' in element)) return undefined;
    const follow = () => {
      setIsOpen(element.matches(':popover-open'));
      setCurrent(currentSection());
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
    <nav className="menu" aria-label={words.name} onBlur={onBlur}>
      <button className="menu-button" type="button" popoverTarget={PANEL_ID}>
        <span className="menu-icon" aria-hidden="true" />
        <span className="visually-hidden" suppressHydrationWarning>
          {isOpen ? words.close : words.open}
        </span>
      </button>
      <div className="menu-panel" id={PANEL_ID} popover="auto" ref={panel}>
        <ul>
          {items.map(({ label, href }) => (
            <li key={href}>
              <a
                href={href}
                aria-current={current && href.endsWith(current) ? 'location' : undefined}
                suppressHydrationWarning
              >
                {label}
              </a>
            </li>
          ))}
          <li>
            <a className="menu-booking" href={booking.href} target="_blank" rel="noopener">
              <span suppressHydrationWarning>{booking.label}</span>
              <span className="link-suffix" suppressHydrationWarning>{` ${booking.newTabHint}`}</span>
            </a>
            <small className="action-hint" suppressHydrationWarning>
              {booking.hint}
            </small>
          </li>
        </ul>
      </div>
    </nav>
  );
}

export default withErrorBoundary(Menu);

/** The fragment (`#process`) of the section that fills the middle of the window. */
function currentSection(): string | undefined {
  const middle = innerHeight / 2;
  const section = [...document.querySelectorAll('main > section[id]')].find((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top <= middle && bottom > middle;
  });
  return section && `#${section.id}`;
}
