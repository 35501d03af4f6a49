import { useEffect, useRef, type CompositionEvent, type InputEvent, type KeyboardEvent } from 'react';
import { editPhone, type TextWithCaret } from '@/lib/phone';

function show(field: HTMLInputElement, { text, caret }: TextWithCaret) {
  if (text !== field.value) field.value = text;
  // Safari focuses the field whose caret is set, even while it fills in the whole form.
  if (document.activeElement === field) field.setSelectionRange(caret, caret);
}

/** Formats a phone field while it is typed in, filled in or pasted into; keeps its caret in place, and lets it undo. */
export function usePhoneFormat() {
  const input = useRef<HTMLInputElement>(null);
  // What the field has shown. A browser's own undo forgets when a script changes the field, or mixes both up.
  const past = useRef<string[]>(['']);

  useEffect(() => {
    if (!input.current) return;
    // What stands there was typed or filled in before the script arrived.
    past.current = [input.current.value];
    format(input.current, {});
  }, []);

  function format(field: HTMLInputElement, how: { inputType?: string; data?: string | null }) {
    const { value, selectionStart } = field;
    const before = past.current.at(-1) ?? '';
    const edited = editPhone(before, { text: value, caret: selectionStart ?? value.length }, how);
    if (edited.text !== before) past.current.push(edited.text);
    show(field, edited);
  }

  function undo(field: HTMLInputElement) {
    if (past.current.length > 1) past.current.pop();
    const text = past.current.at(-1) ?? '';
    show(field, { text, caret: text.length });
  }

  function onInput({ nativeEvent, currentTarget }: InputEvent<HTMLInputElement>) {
    const { inputType = '', data, isComposing } = nativeEvent;
    if (inputType === 'historyUndo') undo(currentTarget);
    else if (!isComposing) format(currentTarget, { inputType, data });
  }

  // Once a script has set the value, some browsers have nothing to undo and send no historyUndo: the keys are taken instead.
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { ctrlKey, metaKey, shiftKey, key, currentTarget } = event;
    if (!(ctrlKey || metaKey) || shiftKey || key.toLowerCase() !== 'z' || currentTarget.readOnly) return;
    event.preventDefault();
    undo(currentTarget);
  }

  // The last input event of a composition still belongs to it, in Chromium.
  function onCompositionEnd({ currentTarget, data }: CompositionEvent<HTMLInputElement>) {
    format(currentTarget, { inputType: 'insertText', data });
  }

  return { ref: input, onInput, onKeyDown, onCompositionEnd };
}
