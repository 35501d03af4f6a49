import type { ComponentProps } from 'react';
import { textField, type FieldCopy, type TextFieldName } from '@/demo-request/fields';
import type { FieldError } from '@/demo-request/validation';
import styles from './DemoForm.module.scss';

interface Props extends ComponentProps<'input'> {
  name: TextFieldName;
  copy: FieldCopy & { tooLong: string };
  error: FieldError | undefined;
  describedBy?: string | undefined;
}

/** One labeled text field. Uncontrolled, so that what is typed before hydration is kept. */
export function Field({ name, copy, error, describedBy, ...input }: Props) {
  const { label, hint, placeholder, ...messages } = copy;
  const { maxLength, isShort, input: attributes } = textField(name);
  const message = error && messages[error];
  const hintId = hint && `${name}-hint`;
  const errorId = message && `${name}-error`;
  return (
    <div className={isShort ? `${styles['field']} ${styles['short']}` : styles['field']}>
      {/* Wraps the field: Orca, a screen reader, calls a separate label clickable. The name is its first text alone. */}
      <label>
        {/* Browser translation may change text before hydration: on a mismatch React rerenders the form, emptied. */}
        <b id={`${name}-label`} suppressHydrationWarning>
          {label}
        </b>
        {hint && (
          <small className="muted" id={hintId} suppressHydrationWarning>
            {hint}
          </small>
        )}
        <input
          id={name}
          name={name}
          maxLength={maxLength}
          placeholder={placeholder}
          // The field is not `required`: assistive technology would announce it as invalid before it is touched.
          aria-required
          // The script of DemoRequest.astro shows this message before hydration.
          data-required={messages.required}
          aria-invalid={message ? true : undefined}
          aria-labelledby={`${name}-label`}
          aria-describedby={idList(errorId, hintId, describedBy)}
          {...attributes}
          {...input}
        />
      </label>
      <div className={styles['message']}>
        {errorId && <ErrorMessage id={errorId}>{message}</ErrorMessage>}
      </div>
    </div>
  );
}

interface ConsentProps extends Pick<Props, 'describedBy'> {
  text: string;
  required: string;
  hasError: boolean;
  readOnly: boolean;
  /** Links to privacy policy and terms, where such pages exist. */
  legal: readonly { label: string; href: string; newTabHint: string }[];
}

/** The checkbox for the consent. */
export function Consent({ text, required, hasError, describedBy, readOnly, legal }: ConsentProps) {
  return (
    <div className={styles['consent']}>
      {/* Wraps the checkbox: screen readers announce every line of a separate label as clickable. */}
      <label>
        <input
          id="acceptedTerms"
          name="acceptedTerms"
          type="checkbox"
          // The script of DemoRequest.astro sets `autocomplete`.
          suppressHydrationWarning
          aria-required
          data-required={required}
          // Checkboxes have no readonly attribute, so the click is prevented.
          aria-readonly={readOnly || undefined}
          onClick={(event) => {
            if (readOnly) event.preventDefault();
          }}
          aria-invalid={hasError || undefined}
          aria-describedby={idList(hasError && 'acceptedTerms-error', describedBy)}
        />
        <span suppressHydrationWarning>{text}</span>
      </label>
      {hasError && <ErrorMessage id="acceptedTerms-error">{required}</ErrorMessage>}
      {legal.map(({ label, href, newTabHint }) => (
        <a key={href} href={href} target="_blank" rel="noopener">
          <span suppressHydrationWarning>{label}</span>
          <span className="link-suffix" suppressHydrationWarning>{` ${newTabHint}`}</span>
        </a>
      ))}
    </div>
  );
}

const idList = (...ids: (string | false | undefined)[]) => ids.filter(Boolean).join(' ') || undefined;

/** A field's message, marked by an icon as well as by color. */
function ErrorMessage(props: Pick<ComponentProps<'p'>, 'id' | 'children'>) {
  return <p className={styles['error']} {...props} />;
}
