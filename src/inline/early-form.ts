/**
 * The demo form before its island wakes. Runs right behind the form's markup, whole and alone:
 * it is sent inside the page and may reach nothing outside itself.
 *
 * Enables the button, remembers a press on it until the island can honour it, and when the island
 * cannot be loaded says so above the form, every value kept.
 */
export function keepEarlyForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-early]');
  const button = form?.querySelector('button');
  const notice = document.getElementById('form-unavailable');
  if (!form || !button || !notice) return;

  button.disabled = false;
  form.addEventListener('submit', (event) => {
    if (form.dataset['early'] === undefined) return;
    event.preventDefault();
    form.dataset['pressed'] = '';
  });
  document.addEventListener('astro:hydration-error', (event) => {
    if (!(event.target instanceof Element) || !event.target.contains(form)) return;
    button.disabled = true;
    notice.hidden = false;
    notice.focus();
  });
}
