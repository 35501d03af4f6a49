/**
 * Decides before the first paint whether this document shows the splash: the first of a visit, seen from its start, motion
 * wanted. Sent inside the page as text: it may use nothing outside itself.
 *
 * `data-splash` on the root is the splash's state on every page, and the landing page's loading-complete flag: `running`,
 * then `fading` by itself or `skipped` by the visitor, then `done`. `data-unseen`: nobody sees the page, as it is in a
 * background tab or prerendered, and its animations wait. `data-script`: scripts run at all. Style sheets time the splash.
 */
export function startSplash(): void {
  const root = document.documentElement;
  root.dataset['script'] = '';

  let isFirstOfVisit = false;
  // In Chrome what a page stores before `prerenderingchange` is lost, even when it is visible already.
  const isUnseen = () => document.hidden || (document as { prerendering?: boolean }).prerendering === true;
  const onVisibility = () => {
    root.toggleAttribute('data-unseen', isUnseen());
    if (!isUnseen()) sessionStorage.setItem('splash', 'seen');
  };
  try {
    isFirstOfVisit = !sessionStorage.getItem('splash');
    onVisibility();
    for (const type of ['visibilitychange', 'prerenderingchange'])
      document.addEventListener(type, onVisibility);
  } catch {
    // Without storage every page would be the first of its visit: then none shows it.
  }

  const end = () => {
    root.dataset['splash'] = 'done';
    document.querySelector('.splash')?.closest('astro-island')?.remove();
  };
  if (!isFirstOfVisit || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    root.dataset['splash'] = 'done';
    document.addEventListener('DOMContentLoaded', end);
    return;
  }

  root.dataset['splash'] = 'running';
  const skip = (event: Event & { key?: string }) => {
    if (root.dataset['splash'] !== 'running') return;
    root.dataset['splash'] = 'skipped';
    // A key that would scroll does not: nobody has seen the page yet.
    if (/^( |Page|Home|End|Arrow)/.test(event.key ?? '')) event.preventDefault();
  };
  // A click, not the finger that goes down: that may lift when the splash is gone, and press what was beneath it. A swipe
  // is cancelled once the browser scrolls with it.
  for (const type of ['click', 'pointercancel', 'wheel', 'keydown']) document.addEventListener(type, skip);

  // `splash-shown` only makes it visible (Splash.scss); `splash-fade` and `splash-skip` are its end.
  const follow = ({ type, target, animationName }: AnimationEvent) => {
    if (!(target instanceof Element) || !target.matches('.splash') || animationName === 'splash-shown')
      return;
    if (type === 'animationend') end();
    else if (root.dataset['splash'] === 'running') root.dataset['splash'] = 'fading';
  };
  // A fade starts when its delay is over.
  document.addEventListener('animationstart', follow);
  document.addEventListener('animationend', follow);
}
