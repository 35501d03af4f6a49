import { useEffect, useRef, type CompositionEvent, type InputEvent } from 'react';
import { editPhone, formatPhone } from '@/lib/phone';

/** Formats a phone field while it is typed in, filled in or pasted into, and keeps its caret in place. */
export function usePhoneFormat() {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef('');

  useEffect(() => {
    if (!input.current) return;
    // What stands there was typed or filled in before the script arrived.
    shown.current = input.current.value;
    format(input.current);
  }, []);

  function format(field: HTMLInputElement, inputType?: string) {
    const { value, selectionStart } = field;
    const edited = { text: value, caret: selectionStart ?? value.length };
    const { text, caret } = editPhone(shown.current, edited, inputType);
    shown.current = text;
    if (text !== value) field.value = text;
    // Safari focuses the field whose caret is set, even while it fills in the whole form.
    if (document.activeElement === field) field.setSelectionRange(caret, caret);
  }

  function onInput({ nativeEvent, currentTarget }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) format(currentTarget, nativeEvent.inputType);
  }

  // The last input event of a composition still belongs to it, in Chromium.
  function onCompositionEnd({ currentTarget }: CompositionEvent<HTMLInputElement>) {
    format(currentTarget);
  }

  function onBlur() {
    if (!input.current) return;
    input.current.value = formatPhone(input.current.value);
    shown.current = input.current.value;
  }

  return { ref: input, onInput, onCompositionEnd, onBlur };
}
