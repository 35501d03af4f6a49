import { useEffect, useRef, type InputEvent, type KeyboardEvent } from 'react';
import { editPhone } from '@/demo-request/phone';

/** The props of a phone field that is formatted as it is entered and keeps its caret in place, and what it stands for. */
export function usePhoneField() {
  const ref = useRef<HTMLInputElement>(null);
  const entry = useRef('');

  const edit = (inputType?: string) => {
    const field = ref.current!;
    const { value, selectionEnd } = field;
    const edited = editPhone(entry.current, value, selectionEnd ?? value.length, inputType);
    entry.current = edited.entry;
    // After a reload or Back the browser would restore the digits without the mark, as a valid number.
    field.autocomplete = entry.current.startsWith('+') ? 'off' : 'tel';
    if (edited.text === value) return;
    field.value = edited.text;
    // Safari focuses the field whose caret is set, even while it fills in the whole form.
    if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
  };

  // Reads what was typed or filled in before hydration.
  // oxlint-disable-next-line react/exhaustive-deps -- `edit` reads nothing but refs
  useEffect(() => edit(), []);

  function onInput({ nativeEvent }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) edit(nativeEvent.inputType);
  }
  // A composition (IME) is read when it ends: Chromium dispatches no input event after it.
  const onCompositionEnd = () => edit('insertText');
  // Backspace in an empty field, which may have a mark, dispatches no input event.
  const onKeyDown = ({ key, currentTarget: { value, readOnly } }: KeyboardEvent<HTMLInputElement>) =>
    key === 'Backspace' && !value && !readOnly && edit('deleteContentBackward');

  /** The entry. Read anew: a script may have set the value without an event. */
  const read = () => (edit(), entry.current);

  return { props: { ref, onInput, onCompositionEnd, onKeyDown }, read };
}
