import type { ComponentProps } from 'react';
import { textField, type FieldCopy, type TextFieldName } from '@/lib/demo-fields';
import type { FieldProblem } from '@/lib/demo-request';
import styles from './DemoForm.module.scss';

interface Props extends ComponentProps<'input'> {
  name: TextFieldName;
  copy: FieldCopy;
  problem: FieldProblem | undefined;
  /** Its problem may appear while it is typed in, and is announced then. */
  announcesProblem?: boolean;
}

/** One labelled text field. Uncontrolled, so that what is typed before the script arrives is kept. */
export function Field({ name, copy, problem, announcesProblem, ...input }: Props) {
  const { label, hint, placeholder, ...messages } = copy;
  const { maxLength, input: attributes } = textField(name);
  const error = problem && messages[problem];
  const hintId = hint && `${name}-hint`;
  const errorId = error && `${name}-error`;
  return (
    <div className={styles['field']}>
      {/* A page translated before hydration must not be rendered anew: that would lose what was typed. */}
      <label htmlFor={name} suppressHydrationWarning>
        {label}
      </label>
      {hint && (
        <p className={styles['hint']} id={hintId} suppressHydrationWarning>
          {hint}
        </p>
      )}
      <input
        id={name}
        name={name}
        maxLength={maxLength}
        placeholder={placeholder}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
        {...attributes}
        {...input}
      />
      {/* Screen readers announce only what changes in a live region that existed before. */}
      <div className={styles['live']} aria-live={announcesProblem ? 'polite' : undefined}>
        {errorId && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  );
}

/** A field's message, marked by an icon as well as by colour. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className={styles['error']} id={id}>
      {children}
    </p>
  );
}
