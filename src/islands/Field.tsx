import type { ComponentProps } from 'react';
import { textField, type FieldCopy, type TextFieldName } from '@/lib/demo-fields';
import type { FieldProblem } from '@/lib/demo-request';
import styles from './DemoForm.module.scss';

interface Props extends ComponentProps<'input'> {
  name: TextFieldName;
  copy: FieldCopy;
  problem: FieldProblem | undefined;
}

/** One labelled text field. Uncontrolled, so that what is typed before the script arrives is kept. */
export function Field({ name, copy: { label, hint, placeholder, ...messages }, problem, ...input }: Props) {
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
      {errorId && <FieldError id={errorId}>{error}</FieldError>}
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
