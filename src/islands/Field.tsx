import type { ComponentProps } from 'react';
import { FIELD_MAX_LENGTH } from '@/constants';
import type { TextFieldName } from '@/lib/demo-request';
import styles from './DemoForm.module.scss';

interface Props extends ComponentProps<'input'> {
  name: TextFieldName;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** One labelled text field. Uncontrolled, so that what is typed before the script arrives is kept. */
export function Field({ name, label, hint, error, ...input }: Props) {
  const hintId = hint ? `${name}-hint` : undefined;
  const errorId = error ? `${name}-error` : undefined;
  return (
    <div className={styles['field']}>
      {/* A page translated before it wakes must not be rendered anew: that would lose what was typed. */}
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
        maxLength={FIELD_MAX_LENGTH[name]}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
        {...input}
      />
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </div>
  );
}

/** A field's message, marked by a sign as well as by colour. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p className={styles['error']} id={id}>
      {children}
    </p>
  );
}
