import { useEffect, useRef, type CompositionEvent, type InputEvent, type KeyboardEvent } from 'react';
import { editPhone } from '@/demo-request/phone';

/** The props of a phone field that is formatted as it is entered, and a function that returns what it holds, as entered. */
export function usePhoneField() {
  const ref = useRef<HTMLInputElement>(null);
  const entry = useRef({ digits: '', isRefused: false });

  const edit = (inputType?: string, data: string | null = null) => {
    const field = ref.current!;
    const { value, selectionStart, selectionEnd } = field;
    const held = {
      text: value,
      start: selectionStart ?? value.length,
      end: selectionEnd ?? value.length,
    };
    const edited = editPhone(entry.current, held, inputType, data);
    entry.current = edited.entry;
    // After a reload or Back the browser would restore the digits of a refused number, and nobody would know that it is.
    field.autocomplete = edited.entry.isRefused ? 'off' : 'tel';
    const { text, start, end } = edited.field;
    if (text === value) return;
    field.value = text;
    // Safari focuses the field whose caret is set, even while it fills in the whole form.
    if (document.activeElement === field) field.setSelectionRange(start, end);
  };

  // This reads what was typed or filled in before hydration.
  // oxlint-disable-next-line react/exhaustive-deps -- `edit` reads nothing but refs
  useEffect(() => edit(), []);

  // A composition (IME) is read when it ends: Chromium dispatches no input event after it.
  const onInput = ({ nativeEvent }: InputEvent<HTMLInputElement>) => {
    if (!nativeEvent.isComposing) edit(nativeEvent.inputType, nativeEvent.data);
  };
  const onCompositionEnd = ({ data }: CompositionEvent) => edit('insertText', data);
  // Backspace in an empty field, which dispatches no input event, deletes a + that is not shown.
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Backspace' && !currentTarget.value) edit('deleteContentBackward');
  };

  const read = () => {
    edit(); // a script may have set the value without an event
    return (entry.current.isRefused ? '+' : '') + ref.current!.value;
  };
  return { props: { ref, onInput, onCompositionEnd, onKeyDown }, read };
}
