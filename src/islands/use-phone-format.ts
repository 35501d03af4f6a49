import { useEffect, useRef, type CompositionEvent, type InputEvent, type KeyboardEvent } from 'react';
import { editPhone, formatPhone, isAnotherNumber } from '@/lib/phone';

const dispatchInput = (field: HTMLInputElement, inputType = '') =>
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));

// Input events during a composition (IME) are ignored, and Chromium dispatches none after it.
const onCompositionEnd = ({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
  dispatchInput(currentTarget, 'insertText');

/**
 * Formats a phone field while it is typed in, filled in or pasted into; keeps its caret in place, and has its own undo.
 * Where it shows another number than what was entered, the field has a custom validity error; the form shows the
 * message.
 */
export function usePhoneFormat() {
  const input = useRef<HTMLInputElement>(null);
  // The undo history: the browser's own does not work once a script sets the value.
  const entries = useRef<string[]>(['']);

  useEffect(() => {
    if (!input.current?.value) return;
    // Typed or filled in before hydration.
    entries.current = [input.current.value];
    dispatchInput(input.current);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { ctrlKey, metaKey, shiftKey, key, currentTarget: field } = event;
    // Backspace in an empty field dispatches no input event: drops a plus sign typed before, which is not shown.
    if (key === 'Backspace' && !field.value) entries.current.splice(-1, 1, '');
    if (!(ctrlKey || metaKey) || shiftKey || key.toLowerCase() !== 'z' || field.readOnly) return;
    // Once a script has set the value, some browsers have no undo history and dispatch no `historyUndo`.
    event.preventDefault();
    dispatchInput(field, 'historyUndo');
  }

  function onInput({ nativeEvent, currentTarget: field }: InputEvent<HTMLInputElement>) {
    const { inputType = '', isComposing } = nativeEvent;
    if (isComposing || inputType === 'insertCompositionText') return;
    const { value, selectionStart } = field;
    const last = entries.current.pop() ?? '';
    let caret: number;
    if (inputType === 'historyUndo') {
      if (entries.current.length === 0) entries.current.push(last);
      caret = formatPhone(entries.current.at(-1)!).length;
    } else {
      const edit = editPhone(last, { text: value, caret: selectionStart ?? value.length }, inputType);
      // Undo skips edits that changed nothing in the field.
      if (edit.text !== formatPhone(last)) entries.current.push(last);
      entries.current.push(edit.entered);
      ({ caret } = edit);
    }
    const entered = entries.current.at(-1)!;
    field.value = formatPhone(entered);
    const isRefused = isAnotherNumber(entered);
    field.setCustomValidity(isRefused ? 'invalid' : '');
    // After a reload or Back the browser would restore the shown digits alone, which may be a valid number.
    field.autocomplete = isRefused ? 'off' : 'tel';
    // Safari focuses the field whose caret is set, even while it fills in the whole form.
    if (document.activeElement === field) field.setSelectionRange(caret, caret);
  }

  return { ref: input, onInput, onKeyDown, onCompositionEnd };
}
