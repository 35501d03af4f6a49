import type { CollectionEntry } from 'astro:content';
import { useRef } from 'react';
import { preloadClient } from '@/demo-request/backend';
import { TEXT_FIELD_NAMES } from '@/demo-request/fields';
import { FIELD_NAMES } from '@/demo-request/validation';
import { Confirmation } from './Confirmation.tsx';
import styles from './DemoForm.module.scss';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorMessage, Field } from './Field.tsx';
import { IDLE, useDemoRequest } from './use-demo-request.ts';
import { FORM_ID } from './use-early-form.ts';
import { usePhoneField } from './use-phone-field.ts';

interface Props {
  copy: Pick<CollectionEntry<'requestDemo'>['data'], 'form' | 'confirmation'> & {
    /** What the button leads to. */
    whatHappens: string;
  };
  /** Version of the consent text; sent with the request. */
  consentVersion: string;
  /** Links to privacy policy and terms, where such pages exist. */
  legal: readonly { label: string; href: string; newTabHint: string }[];
}

/** The demo form, its error banner and the confirmation. */
function DemoForm({ copy, consentVersion, legal }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLParagraphElement>(null);
  // First: its effect reads what was entered before hydration, which that of the request may submit.
  const phone = usePhoneField();
  const { state, ...handlers } = useDemoRequest(form, banner, consentVersion, phone.submit);

  const { fields, consent, consentRequired, ...words } = copy.form;
  const isSubmitting = state.status === 'submitting';
  const isSent = state.status === 'sent' || state.status === 'done';
  const { errors, firstInvalid } = state.status === 'idle' ? state : IDLE;
  const consentError = errors.acceptedTerms && consentRequired;
  const invalid = FIELD_NAMES.filter((name) => errors[name]);

  return (
    <>
      {isSent && <Confirmation {...copy.confirmation} />}
      {/* Inserted as a whole: Firefox announces an alert that is inserted, not text inserted into one. */}
      {state.status === 'idle' && state.failed && (
        <div role="alert">
          <p ref={banner} className={styles['banner']} data-hour="noon">
            {words.banner}
          </p>
        </div>
      )}
      {state.status !== 'done' && (
        <form
          id={FORM_ID}
          ref={form}
          className={isSent ? 'visually-hidden' : styles['form']}
          data-hour="noon"
          method="post"
          // Not `aria-labelledby`: some screen readers skip a heading that labels another element.
          aria-label={words.heading}
          noValidate
          data-submitting={isSubmitting ? '' : undefined}
          onFocus={preloadClient}
          {...handlers}
        >
          <h2 suppressHydrationWarning>{words.heading}</h2>
          {/* Keyed: browser translation replaces the text that React would update. */}
          {invalid.length > 0 && (
            <p key={invalid.length} className={styles['remaining']} id="remaining">
              {words.remaining} {invalid.length}
            </p>
          )}
          {/* Not all screen readers announce the button's new label. Not `<output>`: they stop at an empty one. */}
          <p className="visually-hidden" aria-live="polite">
            {isSubmitting && words.submitting}
          </p>
          {TEXT_FIELD_NAMES.map((name) => (
            <Field
              key={name}
              name={name}
              copy={fields[name]}
              error={errors[name]}
              // Only the first invalid field refers to the count: screen readers announce it once.
              describedBy={name === firstInvalid && errors[name] ? 'remaining' : undefined}
              // While submitting, the fields keep the values that are sent.
              readOnly={isSubmitting}
              {...(name === 'phoneNumber' && phone.props)}
            />
          ))}
          <div className={styles['consent']}>
            {/* Before the long label: after it, the error would be out of view on a small screen. */}
            {consentError && <ErrorMessage id="acceptedTerms-error">{consentError}</ErrorMessage>}
            {/* Wraps the checkbox: screen readers announce every line of a separate label as clickable. */}
            <label htmlFor="acceptedTerms">
              <input
                id="acceptedTerms"
                name="acceptedTerms"
                type="checkbox"
                // The script of DemoRequest.astro sets `autocomplete`.
                suppressHydrationWarning
                aria-required
                data-required={consentRequired}
                // Checkboxes have no readonly attribute, so the click is prevented.
                aria-readonly={isSubmitting || undefined}
                onClick={(event) => isSubmitting && event.preventDefault()}
                aria-invalid={consentError ? true : undefined}
                aria-describedby={
                  consentError && `acceptedTerms-error${firstInvalid === 'acceptedTerms' ? ' remaining' : ''}`
                }
              />
              <span suppressHydrationWarning>{consent}</span>
            </label>
            {legal.map(({ label, href, newTabHint }) => (
              <a key={href} href={href} target="_blank" rel="noopener">
                <span suppressHydrationWarning>{label}</span>
                <span className="link-suffix" suppressHydrationWarning>{` ${newTabHint}`}</span>
              </a>
            ))}
          </div>
          <p id="what-happens" className={styles['what-happens']} suppressHydrationWarning>
            {copy.whatHappens}
          </p>
          {/* Disabled in the static HTML: it needs a script, and that of DemoRequest.astro enables it. */}
          <button
            className="button"
            type="submit"
            aria-describedby="what-happens"
            disabled={import.meta.env.SSR}
            // `disabled` would lose the focus and the screen reader's position.
            aria-disabled={isSubmitting || undefined}
            suppressHydrationWarning
          >
            {/* CSS shows one of the two, so that a press before hydration can switch them, too. */}
            <span className={styles['ready']} suppressHydrationWarning>
              {words.submit}
            </span>
            <span className={styles['working']}>
              <span className={styles['spinner']} aria-hidden="true" />
              <span suppressHydrationWarning>{words.submitting}</span>
            </span>
          </button>
        </form>
      )}
    </>
  );
}

export default withErrorBoundary(DemoForm);
