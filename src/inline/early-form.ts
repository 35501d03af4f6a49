interface Argument {
  /** At most between a press and either the island or a word about it, in milliseconds. */
  wait: number;
}

/**
 * The demo form before its island wakes. Runs right behind the form's markup, whole and alone:
 * it is sent inside the page and may reach nothing outside itself.
 *
 * Enables the button, and remembers a press on it until the island can honour it or the visitor types on. When the
 * island cannot be loaded, or has not come long after a press, it says so above the form, every value kept.
 */
export function keepEarlyForm({ wait }: Argument): void {
  const form = document.querySelector<HTMLFormElement>('form[data-early]');
  const button = form?.querySelector('button');
  const notice = document.getElementById('form-unavailable');
  if (!form || !button || !notice) return;

  button.disabled = false;
  const tell = () => {
    // Once told otherwise, nobody expects a press to be honoured.
    delete form.dataset['pressed'];
    notice.hidden = false;
    notice.focus();
  };
  form.addEventListener('submit', (event) => {
    if (form.dataset['early'] === undefined) return;
    event.preventDefault();
    form.dataset['pressed'] = '';
    setTimeout(() => {
      if (form.dataset['pressed'] === '') tell();
    }, wait);
  });
  form.addEventListener('input', () => delete form.dataset['pressed']);
  document.addEventListener('astro:hydration-error', (event) => {
    if (!(event.target instanceof Element) || !event.target.contains(form)) return;
    button.disabled = true;
    tell();
  });
}
