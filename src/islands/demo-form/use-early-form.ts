import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { preloadClient } from '@/demo-request/backend';

/** Id of the form: finds the server-rendered form before React has rendered. */
export const FORM_ID = 'demo-form';

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
    const copy = to.elements.namedItem(control.name);
    if (!(copy instanceof HTMLInputElement)) continue;
    copy.value = control.value;
    copy.checked = control.checked;
    if (control === focused) copy.focus();
  }
}

/**
 * Keeps what was typed, and the focus, through hydration. Then dispatches `demo-form:hydrated` on the form: the script of
 * `DemoRequest.astro` then submits it if its button was pressed before.
 */
export function useEarlyForm(form: RefObject<HTMLFormElement | null>): void {
  const [early] = useState(findEarlyForm);

  useLayoutEffect(() => {
    // Extensions such as password managers may have changed the form: on a mismatch React replaces it by an empty one.
    if (early && form.current && early.form !== form.current) carryOver(early, form.current);
  }, [early, form]);

  useEffect(() => {
    if (form.current?.contains(document.activeElement)) preloadClient();
    // In a microtask: the event may submit the form, which calls `flushSync`, and that does not work within an effect.
    queueMicrotask(() => form.current?.dispatchEvent(new Event('demo-form:hydrated', { bubbles: true })));
  }, [form]);
}
