interface Argument {
  /** How long after a press the notice appears when the island has not come, in milliseconds. */
  wait: number;
}

/**
 * The demo form before its island hydrates. Sent inside the page as text, right behind the form: it may use nothing outside
 * itself.
 *
 * Enables the button. A press shows at once that the form is submitting, and the island honours it when it comes; who
 * types on takes it back, and the button says so. When the island cannot be loaded, or has not come long after the last
 * press, a notice above the form says it, every value kept; the focus follows to it only from a press.
 */
export function keepEarlyForm({ wait }: Argument): void {
  const form = document.querySelector<HTMLFormElement>('form[data-early]');
  const button = form?.querySelector('button');
  const notice = document.getElementById('form-unavailable');
  if (!form || !button || !notice) return;

  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;
  const isEarly = () => form.dataset['early'] !== undefined;
  const takeBack = () => delete form.dataset['submitting'];
  const tell = () => {
    if (!isEarly()) return;
    notice.hidden = false;
    if (form.dataset['submitting'] === '') notice.focus();
    takeBack();
  };

  button.disabled = false;
  // Browsers bring back what was typed after a reload or Back, but never somebody's consent. Set here, not in
  // the markup, where HTML does not allow it on a checkbox; Firefox obeys it.
  form.querySelector('[type=checkbox]')?.setAttribute('autocomplete', 'off');
  form.addEventListener('submit', (event) => {
    if (!isEarly()) return;
    event.preventDefault();
    form.dataset['submitting'] = '';
    clearTimeout(timer);
    if (hasFailed) tell();
    else timer = setTimeout(tell, wait);
  });
  form.addEventListener('input', () => isEarly() && takeBack());
  document.addEventListener('astro:hydration-error', (event) => {
    if (!(event.target instanceof Element) || !event.target.contains(form)) return;
    hasFailed = true;
    tell();
  });
}
