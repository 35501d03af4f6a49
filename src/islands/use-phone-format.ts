import { useEffect, useRef, type InputEvent } from 'react';
import { editPhone, formatPhone } from '@/lib/phone';

/** Formats a phone field while it is typed in, filled in or pasted into, and keeps its caret in place. */
export function usePhoneFormat() {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef('');

  useEffect(() => {
    if (!input.current) return;
    // What stands there was typed or filled in before the script arrived.
    const { value, selectionStart } = input.current;
    const { text, caret } = editPhone(value, { text: value, caret: selectionStart ?? value.length });
    shown.current = text;
    if (text === value) return;
    input.current.value = text;
    if (document.activeElement === input.current) input.current.setSelectionRange(caret, caret);
  }, []);

  function onInput(event: InputEvent<HTMLInputElement>) {
    const { nativeEvent, currentTarget } = event;
    const { isComposing, inputType } = nativeEvent;
    if (isComposing) return;
    const { value, selectionStart } = currentTarget;
    const edited = { text: value, caret: selectionStart ?? value.length };
    const { text, caret } = editPhone(shown.current, edited, inputType);
    shown.current = text;
    if (text !== value) currentTarget.value = text;
    // Safari focuses the field whose caret is set, even while it fills in the whole form.
    if (document.activeElement === currentTarget) currentTarget.setSelectionRange(caret, caret);
  }

  function onBlur() {
    if (!input.current) return;
    input.current.value = formatPhone(input.current.value);
    shown.current = input.current.value;
  }

  return { ref: input, onInput, onBlur };
}
