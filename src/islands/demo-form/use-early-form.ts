import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { preloadClient } from '@/demo-request/backend';

/** Id of the form: finds the server-rendered form before React has rendered. */
export const FORM_ID = 'demo-form';

function findEarlyForm() {
  if (import.meta.env.SSR) return undefined;
  return { form: document.getElementById(FORM_ID), focused: document.activeElement };
}

/**
 * Keeps what was typed, and the focus, through hydration. Then enables the button, and tells the script of
 * `DemoRequest.astro`: by `data-hydrated`, if that has not run yet, and by the event `demo-form:hydrated`, upon which it
 * submits the form if the button was pressed before.
 */
export function useEarlyForm(form: RefObject<HTMLFormElement | null>): void {
  const [early] = useState(findEarlyForm);

  useLayoutEffect(() => {
    // Extensions such as password managers may have changed the form: on a mismatch React replaces it by an empty one.
    if (!early?.form || !form.current || early.form === form.current) return;
    for (const control of early.form.querySelectorAll('input')) {
      const successor = form.current.elements.namedItem(control.name);
      if (!(successor instanceof HTMLInputElement)) continue;
      successor.value = control.value;
      successor.checked = control.checked;
      if (control === early.focused) successor.focus();
    }
  }, [early, form]);

  useEffect(() => {
    if (form.current?.contains(document.activeElement)) preloadClient();
    form.current?.setAttribute('data-hydrated', '');
    // The button is disabled in the static HTML, and hydration leaves attributes as they are.
    form.current?.querySelector('button')?.removeAttribute('disabled');
    // A microtask dispatches the event, which may submit the form: that calls `flushSync`, which does not work within an effect.
    queueMicrotask(() => form.current?.dispatchEvent(new Event('demo-form:hydrated', { bubbles: true })));
  }, [form]);
}
