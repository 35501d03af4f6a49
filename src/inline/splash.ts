/**
 * Decides before the first paint whether this document shows the splash: only the first document of a visit does, and
 * only without `prefers-reduced-motion`. Inlined into the page from its source text (`Function.toString`): it may use
 * nothing outside itself.
 *
 * `data-splash` on `<html>` is the splash's state on every page, and the landing page's loading-complete flag:
 * `running`, then `fading` (timed) or `skipped` (by the visitor), then `done`. `data-unseen`: the page is in a
 * background tab or prerendered, and its animations are paused. `data-script`: scripts run. The timing is in
 * Splash.scss.
 */
export function startSplash(): void {
  const root = document.documentElement;
  root.dataset['script'] = '';

  let isFirstOfVisit = false;
  const onVisibility = () => {
    // Chrome discards what a page stores before `prerenderingchange`, even when it is visible already.
    const isUnseen = document.hidden || (document as { prerendering?: boolean }).prerendering === true;
    root.toggleAttribute('data-unseen', isUnseen);
    if (!isUnseen) sessionStorage.setItem('splash', 'seen');
  };
  try {
    isFirstOfVisit = !sessionStorage.getItem('splash');
    onVisibility();
    for (const type of ['visibilitychange', 'prerenderingchange'])
      document.addEventListener(type, onVisibility);
  } catch {
    // Storage is blocked: every document would be the first of its visit, so none shows the splash.
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
    // Keys that scroll are prevented: the page is not visible yet.
    if (/^( |Page|Home|End|Arrow)/.test(event.key ?? '')) event.preventDefault();
  };
  // `click`, not `pointerdown`: a finger may lift after the splash is gone, and click what is beneath. A swipe sends
  // `pointercancel` once it scrolls.
  for (const type of ['click', 'pointercancel', 'wheel', 'keydown']) document.addEventListener(type, skip);

  // `splash-shown` only makes the splash visible (Splash.scss); `splash-fade` and `splash-skip` end it.
  const follow = ({ type, target, animationName }: AnimationEvent) => {
    if (!(target instanceof Element) || !target.matches('.splash') || animationName === 'splash-shown')
      return;
    if (type === 'animationend') end();
    else if (root.dataset['splash'] === 'running') root.dataset['splash'] = 'fading';
  };
  // `animationstart` fires after the animation's delay.
  document.addEventListener('animationstart', follow);
  document.addEventListener('animationend', follow);
}
