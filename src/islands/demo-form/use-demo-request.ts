import { useEffect, useRef, useState, type InputEvent, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { backend } from '@/demo-request/backend';
import { TEXT_FIELD_NAMES } from '@/demo-request/fields';
import { submitDemoRequest } from '@/demo-request/submit';
import { FIELD_NAMES, readDemoRequest, validateDemoRequest } from '@/demo-request/validation';
import type { DemoRequest, FieldErrors, FieldName } from '@/demo-request/validation';
import { useEarlyForm } from './use-early-form.ts';

interface Idle {
  status: 'idle';
  errors: FieldErrors;
  /** The first invalid field of the last submit; it was focused. */
  firstInvalid?: FieldName;
  failed: boolean;
}

type FormState =
  | Idle
  | { status: 'submitting' }
  /** The confirmation has the focus; the form is still there, visually hidden. */
  | { status: 'sent' }
  | { status: 'done' };

export const IDLE: Idle = { status: 'idle', errors: {}, failed: false };

/** What the controls of the form hold, by name. A box that is not ticked is left out. */
const valuesOf = (form: HTMLFormElement): Record<string, unknown> => Object.fromEntries(new FormData(form));

/** Has each control show the text that is judged and sent; the phone field does that by itself. */
function showTexts(elements: HTMLFormControlsCollection, request: DemoRequest): void {
  for (const name of TEXT_FIELD_NAMES) {
    const field = elements.namedItem(name);
    if (name !== 'phoneNumber' && field instanceof HTMLInputElement && field.value !== request[name])
      field.value = request[name];
  }
}

/** What the form holds, which its controls then show, too. */
function readForm(form: HTMLFormElement, phoneNumber: string): DemoRequest {
  const request = readDemoRequest({ ...valuesOf(form), phoneNumber });
  showTexts(form.elements, request);
  return request;
}

/** The state without the error of that field. */
function withoutError(state: FormState, name: FieldName): FormState {
  if (state.status !== 'idle' || !state.errors[name]) return state;
  return { ...state, errors: { ...state.errors, [name]: undefined } };
}

/** Where the request is sent, reloads a page that is restored from the back/forward cache: it then shows a working form. */
function useReloadOnReturn(isSent: boolean): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && isSent) window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [isSent]);
}

/**
 * The demo form's states: idle, with or without field errors or a failed submit; submitting; sent; done.
 *
 * @param readPhoneField returns what is entered as the phone number (`use-phone-field.ts`)
 */
export function useDemoRequest(
  form: RefObject<HTMLFormElement | null>,
  banner: RefObject<HTMLElement | null>,
  consentVersion: string,
  readPhoneField: () => string,
) {
  const [state, setState] = useState<FormState>(IDLE);
  /** What the controls held at the last submit. */
  const submitted = useRef<Record<string, unknown>>({});
  useEarlyForm(form);

  useReloadOnReturn(state.status === 'sent' || state.status === 'done');

  /** Renders at once, so that a second submit in the same task meets the new state, and what it shows can be focused. */
  const show = (next: FormState) => flushSync(() => setState(next));

  async function send(request: DemoRequest) {
    show({ status: 'submitting' });
    const outcome = await submitDemoRequest(request, consentVersion, backend);
    if (outcome === 'failed') {
      show({ ...IDLE, failed: true });
      // The banner is not focused: an alert is announced anyway, and would be announced twice.
      banner.current?.scrollIntoView({ block: 'nearest' });
      return;
    }
    show({ status: 'sent' });
    // Firefox restores the values of a removed form into the next one after a reload.
    form.current?.reset();
    // The form is removed after the next frame: when the focused element is removed at once, screen readers do not announce
    // the newly focused one.
    requestAnimationFrame(() => setTimeout(() => setState({ status: 'done' })));
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.status !== 'idle') return;
    const request = readForm(event.currentTarget, readPhoneField());
    submitted.current = valuesOf(event.currentTarget);
    const errors = validateDemoRequest(request);
    const firstInvalid = FIELD_NAMES.find((name) => errors[name]);
    if (!firstInvalid) {
      void send(request);
      return;
    }
    show({ status: 'idle', errors, firstInvalid, failed: false });
    const field = event.currentTarget.elements.namedItem(firstInvalid);
    if (field instanceof HTMLElement) field.focus();
  }

  /** Clears the error of the field that is typed in. In the capture phase, before the phone field is formatted. */
  function onInputCapture({ target, currentTarget }: InputEvent<HTMLFormElement>) {
    const name = FIELD_NAMES.find((field) => target instanceof HTMLInputElement && field === target.name);
    // Extensions and on-screen keyboards dispatch events that change nothing.
    if (!name || valuesOf(currentTarget)[name] === submitted.current[name]) return;
    setState((current) => withoutError(current, name));
  }

  return { state, onSubmit, onInputCapture };
}
