import { useEffect, useRef, type InputEvent, type KeyboardEvent } from 'react';
import { EMPTY_ENTRY, editPhone } from '@/demo-request/phone';

/**
 * The props of a phone field that is formatted as it is entered, keeps its caret in place and has its own undo; and what
 * is entered, which is more than the field shows where digits or a plus sign were dropped.
 */
export function usePhoneField() {
  const ref = useRef<HTMLInputElement>(null);
  const entry = useRef(EMPTY_ENTRY);

  const edit = (inputType?: string) => {
    const field = ref.current!;
    const { value: text, selectionStart } = field;
    const edited = editPhone(entry.current, { text, caret: selectionStart ?? text.length }, inputType);
    entry.current = edited.entry;
    // After a reload or Back the browser would restore the shown digits alone, which may be a valid number.
    field.autocomplete = edited.text.replaceAll(/\D/g, '') === edited.entry.entered ? 'tel' : 'off';
    if (edited.text === text) return;
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

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { ctrlKey, metaKey, shiftKey, key, currentTarget: field } = event;
    if (field.readOnly) return;
    // Backspace in an empty field dispatches no input event.
    if (key === 'Backspace' && !field.value) edit('deleteContentBackward');
    if (!(ctrlKey || metaKey) || shiftKey || key.toLowerCase() !== 'z') return;
    // Once a script has set the value, some browsers have no undo history and dispatch no `historyUndo`.
    event.preventDefault();
    edit('historyUndo');
    // Clears the field's error, as any input does.
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }

  /** Returns what is entered, and marks it as submitted. Read first: a script may have set the value without an event. */
  function submit(): string {
    edit();
    entry.current = { ...entry.current, submitted: entry.current.entered };
    return entry.current.entered;
  }

  return { props: { ref, onInput, onCompositionEnd, onKeyDown }, submit };
}
