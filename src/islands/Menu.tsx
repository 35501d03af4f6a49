import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { withErrorBoundary } from '@/lib/error-boundary';
import styles from './Menu.module.scss';

/** The names of the navigation, for screen readers, and of the button while the menu is closed and while it is open. */
type Props = { name: string; open: string; close: string; children?: ReactNode };

const PANEL_ID = 'menu-panel';

/** The dropdown: a native popover, which opens and closes, with working links, before hydration. */
function Menu({ name, open, close, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  // The effect below sets it, as the panel may be open already. There is no `aria-expanded`: browsers expose a popover's state.
  const [isOpen, setIsOpen] = useState<boolean>();

  useEffect(() => {
    const element = panel.current;
    // Without popovers there is no button, and the links are always there (Header.astro).
    if (!element || !('popover' in element)) return undefined;
    const update = () => {
      setIsOpen(element.matches(':popover-open'));
      markCurrent(element.querySelectorAll('a'));
    };
    update();
    element.addEventListener('toggle', update);
    // This closes the panel on a tap outside, on which iOS 17 to 18.2 does not close a popover (https://bugs.webkit.org/show_bug.cgi?id=267688).
    const onTap = ({ target }: PointerEvent) => {
      if (!element.parentElement!.contains(target as Node)) element.hidePopover();
    };
    document.addEventListener('pointerup', onTap);
    return () => {
      element.removeEventListener('toggle', update);
      document.removeEventListener('pointerup', onTap);
    };
  }, []);

  /** Closes the menu once the keyboard focus leaves it; a native popover closes only on Escape and on a press elsewhere. */
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover?.();
  }

  // With suppressHydrationWarning, React keeps text that browser translation has changed; rerendered, the panel would close.
  return (
    <nav className={`${styles['menu']} no-print`} aria-label={name} onBlur={onBlur}>
      <button className={styles['button']} type="button" popoverTarget={PANEL_ID}>
        <span className={styles['icon']} aria-hidden="true" />
        <span className="visually-hidden" suppressHydrationWarning>
          {isOpen ? close : open}
        </span>
      </button>
      <div className={styles['panel']} id={PANEL_ID} popover="auto" ref={panel}>
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
