import { useEffect, useRef, useState, type InputEvent, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { backend } from '@/lib/backend';
import {
  FIELD_NAMES,
  readDemoRequest,
  validateDemoRequest,
  type DemoRequest,
  type FieldName,
  type FieldProblems,
} from '@/lib/demo-request';
import { TEXT_FIELD_NAMES } from '@/lib/demo-fields';
import { submitDemoRequest } from '@/lib/submit';
import { useEarlyForm } from './use-early-form.ts';

type FormState =
  | { status: 'idle'; problems: FieldProblems; failed: boolean }
  | { status: 'submitting' }
  | { status: 'sent' };

const IDLE: FormState = { status: 'idle', problems: {}, failed: false };
const FAILED: FormState = { status: 'idle', problems: {}, failed: true };

/** Whether a script has refused what stands in the control, as `usePhoneFormat` does. */
const isRefused = (control: unknown) => control instanceof HTMLInputElement && control.validity.customError;

const isFieldName = (name: string): name is FieldName => FIELD_NAMES.some((field) => field === name);

/** The demo form's states: idle, with or without problems or a failure; submitting; sent. */
export function useDemoRequest(
  form: RefObject<HTMLFormElement | null>,
  banner: RefObject<HTMLElement | null>,
) {
  const [state, setState] = useState<FormState>(IDLE);
  // State arrives too late to stop the second of two submits in one task.
  const busy = useRef(false);
  useEarlyForm(form);

  useEffect(() => {
    // Coming back to a page kept in memory must show a form that works, not an old confirmation; and whoever comes back
    // to it, on a shared computer, gives consent anew.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      if (state.status === 'sent') window.location.reload();
      const consent = form.current?.elements.namedItem('acceptedTerms');
      if (consent instanceof HTMLInputElement) consent.checked = false;
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [form, state.status]);

  async function send(request: DemoRequest) {
    busy.current = true;
    const focused = document.activeElement;
    setState({ status: 'submitting' });
    const outcome = await submitDemoRequest(request, backend);
    busy.current = false;
    if (outcome === 'sent') {
      // Firefox remembers the values of a form that is taken out of a page, and fills in the next one with them.
      form.current?.reset();
      setState({ status: 'sent' });
      return;
    }
    // Someone who went on to another field or to the menu meanwhile stays there.
    const { activeElement, body } = document;
    const wentOn = activeElement !== focused && activeElement !== body;
    flushSync(() => setState(FAILED));
    if (!wentOn) banner.current?.focus();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const { elements } = event.currentTarget;
    const request = readDemoRequest(new FormData(event.currentTarget));
    const problems = validateDemoRequest(request);
    for (const name of TEXT_FIELD_NAMES) if (isRefused(elements.namedItem(name))) problems[name] = 'invalid';
    const firstInvalid = FIELD_NAMES.find((name) => problems[name]);
    if (!firstInvalid) {
      void send(request);
      return;
    }
    // Rendered first, so that the focused field is announced with its message.
    flushSync(() => setState({ status: 'idle', problems, failed: false }));
    const control = elements.namedItem(firstInvalid);
    if (control instanceof HTMLElement) control.focus();
  }

  function onInput(event: InputEvent<HTMLFormElement>) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !isFieldName(target.name)) return;
    const { name } = target;
    const problem = isRefused(target) ? 'invalid' : undefined;
    setState((current) => {
      if (current.status !== 'idle' || current.problems[name] === problem) return current;
      return { ...current, problems: { ...current.problems, [name]: problem } };
    });
  }

  return { state, onSubmit, onInput };
}
