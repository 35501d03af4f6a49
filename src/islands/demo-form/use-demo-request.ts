import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type InputEvent,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { backend } from '@/demo-request/backend';
import {
  FIELD_NAMES,
  readDemoRequest,
  validateDemoRequest,
  type DemoRequest,
  type FieldName,
  type FieldErrors,
} from '@/demo-request/validation';
import { submitDemoRequest } from '@/demo-request/submit';
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
  /** The form is removed. */
  | { status: 'done' };

export const IDLE: Idle = { status: 'idle', errors: {}, failed: false };
const FAILED: Idle = { ...IDLE, failed: true };

const isFieldName = (name: string): name is FieldName => FIELD_NAMES.some((field) => field === name);

/** What the form's controls hold; unchecked boxes are left out. */
const valuesOf = (form: HTMLFormElement): Record<string, unknown> => Object.fromEntries(new FormData(form));

/**
 * The demo form's states: idle, with or without field errors or a failed submit; submitting; sent; done.
 *
 * @param submitPhone gives what is entered as the phone number
 */
export function useDemoRequest(
  form: RefObject<HTMLFormElement | null>,
  banner: RefObject<HTMLElement | null>,
  consentVersion: string,
  submitPhone: () => string,
) {
  const [state, setState] = useState<FormState>(IDLE);
  // A ref: state would be updated too late to stop the second of two submits in one task.
  const busy = useRef(false);
  const submitted = useRef<Record<string, unknown>>({});
  const invalid = useRef<Element | RadioNodeList | null>(null);
  const hasFailed = state.status === 'idle' && state.failed;
  useEarlyForm(form);

  // In effects: the field's message must be in the DOM when the focused field is announced, and the banner to scroll to.
  useLayoutEffect(() => {
    if (invalid.current instanceof HTMLElement) invalid.current.focus();
    invalid.current = null;
  });
  useLayoutEffect(() => {
    // Not focused: an alert is announced anyway, and would be announced twice.
    if (hasFailed) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [banner, hasFailed]);

  useEffect(() => {
    if (state.status !== 'sent') return;
    // Firefox restores the values of a removed form into the next one after a reload.
    form.current?.reset();
    // After the next frame: when the focused element is removed at once, screen readers do not announce the
    // newly focused one.
    requestAnimationFrame(() => setTimeout(() => setState({ status: 'done' })));
  }, [form, state.status]);

  useEffect(() => {
    // Restored from the back/forward cache, the page shows a working form, not an old confirmation, and with
    // consent unchecked: another person may be using the computer.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      if (state.status === 'sent' || state.status === 'done') window.location.reload();
      const consent = form.current?.elements.namedItem('acceptedTerms');
      if (consent instanceof HTMLInputElement) consent.checked = false;
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [form, state.status]);

  async function send(request: DemoRequest) {
    busy.current = true;
    setState({ status: 'submitting' });
    const outcome = await submitDemoRequest(request, consentVersion, backend);
    busy.current = false;
    setState(outcome === 'sent' ? { status: 'sent' } : FAILED);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const phoneNumber = submitPhone();
    submitted.current = valuesOf(event.currentTarget);
    const request = readDemoRequest({ ...submitted.current, phoneNumber });
    const errors = validateDemoRequest(request);
    const firstInvalid = FIELD_NAMES.find((name) => errors[name]);
    if (!firstInvalid) {
      void send(request);
      return;
    }
    invalid.current = event.currentTarget.elements.namedItem(firstInvalid);
    setState({ status: 'idle', errors, firstInvalid, failed: false });
  }

  /** Clears the error of the field that is typed in. In the capture phase, before the phone field is formatted. */
  function onInputCapture({ target, currentTarget }: InputEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !isFieldName(target.name)) return;
    const { name } = target;
    // Extensions and on-screen keyboards dispatch events that change nothing.
    if (valuesOf(currentTarget)[name] === submitted.current[name]) return;
    setState((current) => {
      if (current.status !== 'idle' || !current.errors[name]) return current;
      return { ...current, errors: { ...current.errors, [name]: undefined } };
    });
  }

  return { state, onSubmit, onInputCapture };
}
