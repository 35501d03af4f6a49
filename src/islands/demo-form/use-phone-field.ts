import {
  useCallback,
  useEffect,
  useRef,
  type CompositionEvent,
  type InputEvent,
  type KeyboardEvent,
} from 'react';
import { EMPTY_ENTRY, editPhone } from '@/demo-request/phone';

/**
 * The props of a phone field that is formatted as it is entered, keeps its caret in place and has its own undo; and what
 * is entered, which is more than the field shows where digits or a plus sign were dropped.
 */
export function usePhoneField() {
  const ref = useRef<HTMLInputElement>(null);
  const entry = useRef(EMPTY_ENTRY);

  const edit = useCallback((field: HTMLInputElement, inputType?: string) => {
    const { value, selectionStart } = field;
    const edited = editPhone(
      entry.current,
      { text: value, caret: selectionStart ?? value.length },
      inputType,
    );
    entry.current = edited.entry;
    // After a reload or Back the browser would restore the shown digits alone, which may be a valid number.
    field.autocomplete = edited.text.replaceAll(/\D/g, '') === edited.entry.entered ? 'tel' : 'off';
    if (edited.text === value) return;
    field.value = edited.text;
    // Safari focuses the field whose caret is set, even while it fills in the whole form.
    if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
  }, []);

  // Typed or filled in before hydration.
  useEffect(() => edit(ref.current!), [edit]);

  function onInput({ nativeEvent, currentTarget }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) edit(currentTarget, nativeEvent.inputType);
  }

  // Chromium dispatches no input event after a composition (IME).
  const onCompositionEnd = ({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
    edit(currentTarget, 'insertText');

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { ctrlKey, metaKey, shiftKey, key, currentTarget: field } = event;
    if (field.readOnly) return;
    // Backspace in an empty field dispatches no input event.
    if (key === 'Backspace' && !field.value) edit(field, 'deleteContentBackward');
    if (!(ctrlKey || metaKey) || shiftKey || key.toLowerCase() !== 'z') return;
    // Once a script has set the value, some browsers have no undo history and dispatch no `historyUndo`.
    event.preventDefault();
    edit(field, 'historyUndo');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }

  /** What is entered at a submit. */
  function submit(): string {
    // Includes what came without an event.
    edit(ref.current!);
    entry.current = { ...entry.current, submitted: entry.current.entered };
    return entry.current.entered;
  }

  return { props: { ref, onInput, onCompositionEnd, onKeyDown }, submit };
}
