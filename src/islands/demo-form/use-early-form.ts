import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { preloadClient } from '@/demo-request/backend';

/** Id of the form: finds the server-rendered form before React has rendered. */
export const FORM_ID = 'demo-form';

/** The server-rendered form, and the element that has the focus. */
function findEarlyForm() {
  if (import.meta.env.SSR) return undefined;
  const form = document.getElementById(FORM_ID);
  return form instanceof HTMLFormElement ? { form, focused: document.activeElement } : undefined;
}

type EarlyForm = NonNullable<ReturnType<typeof findEarlyForm>>;

/** Copies what the visitor entered in one form into another with the same fields. */
function carryOver({ form, focused }: EarlyForm, to: HTMLFormElement): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement)) continue;
    const twin = to.elements.namedItem(control.name);
    if (!(twin instanceof HTMLInputElement)) continue;
    twin.value = control.value;
    twin.checked = control.checked;
    if (control === focused) twin.focus();
  }
}

/**
 * Keeps what was typed, and the focus, through hydration. Then dispatches `demo-form:hydrated` on the form: the script of
 * `DemoRequest.astro` then submits it if its button was pressed before.
 */
export function useEarlyForm(form: RefObject<HTMLFormElement | null>): void {
  const [early] = useState(findEarlyForm);

  useLayoutEffect(() => {
    // Extensions such as password managers may have changed the form: on a mismatch React rerenders it, emptied.
    if (early && form.current && early.form !== form.current) carryOver(early, form.current);
  }, [early, form]);

  useEffect(() => {
    if (form.current?.contains(document.activeElement)) preloadClient();
    // After this effect: a submit in it could not change the state at once.
    queueMicrotask(() => form.current?.dispatchEvent(new Event('demo-form:hydrated', { bubbles: true })));
  }, [form]);
}
