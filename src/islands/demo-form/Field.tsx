import type { ComponentProps } from 'react';
import { textField, type FieldCopy, type TextFieldName } from '@/demo-request/fields';
import type { FieldError } from '@/demo-request/validation';
import styles from './DemoForm.module.scss';

interface Props extends ComponentProps<'input'> {
  name: TextFieldName;
  copy: FieldCopy;
  error: FieldError | undefined;
  /** Id of a further description. */
  describedBy?: string | undefined;
}

/** One labeled text field. Uncontrolled, so that what is typed before hydration is kept. */
export function Field({ name, copy, error, describedBy, ...input }: Props) {
  const { label, hint, placeholder, ...messages } = copy;
  const { maxLength, input: attributes } = textField(name);
  const message = error && messages[error];
  const hintId = hint && `${name}-hint`;
  const errorId = message && `${name}-error`;
  return (
    <div className={styles['field']}>
      {/* Wraps the field: Orca announces a separate label as clickable. CSS shows the hint between its text and the field. */}
      <label>
        {/* Browser translation may change text before hydration: on a mismatch React rerenders the form, emptied. */}
        <span suppressHydrationWarning>{label}</span>
        <input
          id={name}
          name={name}
          maxLength={maxLength}
          placeholder={placeholder}
          // Not `required`: with it, assistive technology announces an untouched field as invalid.
          aria-required
          // The message before hydration, for the script of DemoRequest.astro.
          data-required={messages.required}
          aria-invalid={message ? true : undefined}
          aria-describedby={[errorId, hintId, describedBy].filter(Boolean).join(' ') || undefined}
          {...attributes}
          {...input}
        />
      </label>
      {hint && (
        <p className={styles['hint']} id={hintId} suppressHydrationWarning>
          {hint}
        </p>
      )}
      <div className={styles['message']}>
        {errorId && <ErrorMessage id={errorId}>{message}</ErrorMessage>}
      </div>
    </div>
  );
}

/** A field's message, marked by an icon as well as by color. */
export function ErrorMessage(props: Pick<ComponentProps<'p'>, 'id' | 'children'>) {
  return <p className={styles['error']} {...props} />;
}
