import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { preloadClient } from '@/lib/backend';

/** The form as it stands in the page before this island takes it over, and what has the focus then. */
function findEarlyForm() {
  if (import.meta.env.SSR) return undefined;
  const form = document.querySelector<HTMLFormElement>('form[data-early]');
  return form ? { form, focused: document.activeElement } : undefined;
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

/** Takes over from `inline/early-form`: keeps what was typed and the focus, and honours a press. */
export function useEarlyForm(form: RefObject<HTMLFormElement | null>): void {
  const [early] = useState(findEarlyForm);

  useLayoutEffect(() => {
    // An extension may have changed the form, as password managers do: then React renders it anew, and empty.
    if (early && form.current && early.form !== form.current) carryOver(early, form.current);
  }, [early, form]);

  useEffect(() => {
    const element = form.current;
    if (!early || !element) return;
    const wasPressed = early.form.hasAttribute('data-submitting');
    for (const taken of [early.form, element]) {
      taken.removeAttribute('data-early');
      taken.removeAttribute('data-submitting');
    }
    // It may have said that the form is not working.
    document.getElementById('form-unavailable')?.setAttribute('hidden', '');
    if (element.contains(document.activeElement)) preloadClient();
    if (wasPressed) element.requestSubmit();
  }, [early, form]);
}
