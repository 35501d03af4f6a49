import type { CollectionEntry } from 'astro:content';
import { useRef } from 'react';
import { preloadClient } from '@/lib/backend';
import { TEXT_FIELD_NAMES } from '@/lib/demo-fields';
import { Confirmation } from './Confirmation.tsx';
import styles from './DemoForm.module.scss';
import { withErrorBoundary } from './ErrorBoundary.tsx';
import { Field, FieldError } from './Field.tsx';
import { useDemoRequest } from './use-demo-request.ts';
import { usePhoneFormat } from './use-phone-format.ts';

interface Props {
  copy: Pick<CollectionEntry<'requestDemo'>['data'], 'form' | 'confirmation'>;
  /** Names the words of the consent; sent with the request (`lib/supabase-client.ts`). */
  consentVersion: string;
  /** Privacy and terms, where there are such pages. */
  legal: readonly { label: string; href: string; newTab: string }[];
}

/** The demo request: form, failure banner and confirmation. */
function DemoForm({ copy, consentVersion, legal }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLParagraphElement>(null);
  const { state, onSubmit, onInput } = useDemoRequest(form, banner);
  const phone = usePhoneFormat();

  if (state.status === 'sent') return <Confirmation {...copy.confirmation} />;

  const { fields, consent, consentRequired, ...words } = copy.form;
  const isSubmitting = state.status === 'submitting';
  const problems = state.status === 'idle' ? state.problems : {};
  const consentError = problems.acceptedTerms && consentRequired;

  return (
    <>
      {/* Screen readers announce only what changes in a live region that existed before. */}
      <div className={styles['live']} role="alert">
        {state.status === 'idle' && state.failed && (
          <p ref={banner} className={styles['banner']} data-hour="noon" tabIndex={-1}>
            {words.banner}
          </p>
        )}
      </div>
      <form
        ref={form}
        className={styles['form']}
        data-hour="noon"
        method="post"
        aria-labelledby="demo-form-heading"
        noValidate
        data-early
        data-submitting={isSubmitting ? '' : undefined}
        onSubmit={onSubmit}
        onInput={onInput}
        onFocus={preloadClient}
      >
        <h2 id="demo-form-heading" suppressHydrationWarning>
          {words.heading}
        </h2>
        {/* While it is sent, the button is disabled, and screen readers do not read out what changes on it. */}
        <output className="visually-hidden">{isSubmitting && words.submitting}</output>
        {TEXT_FIELD_NAMES.map((name) => (
          <Field
            key={name}
            name={name}
            copy={fields[name]}
            problem={problems[name]}
            // While it is sent, what is shown stays what was sent.
            readOnly={isSubmitting}
            {...(name === 'phoneNumber' && { ...phone, announcesProblem: true })}
          />
        ))}
        <div className={styles['consent']}>
          {/* Ahead of the long text: below it, on a small screen, it would not be seen beside the box. */}
          {consentError && <FieldError id="acceptedTerms-error">{consentError}</FieldError>}
          <input
            id="acceptedTerms"
            name="acceptedTerms"
            type="checkbox"
            required
            // A checkbox has no readonly of its own: its click is refused, and this says so.
            aria-readonly={isSubmitting || undefined}
            onClick={(event) => isSubmitting && event.preventDefault()}
            aria-invalid={consentError ? true : undefined}
            aria-describedby={consentError && 'acceptedTerms-error'}
          />
          <label htmlFor="acceptedTerms" data-consent={consentVersion} suppressHydrationWarning>
            {consent}
          </label>
          {legal.map(({ label, href, newTab }) => (
            <a key={href} href={href} target="_blank" rel="noopener">
              <span suppressHydrationWarning>{label}</span>
              <span className="visually-hidden" suppressHydrationWarning>{` ${newTab}`}</span>
            </a>
          ))}
        </div>
        {/* Sent disabled: without script nothing would come of pressing it. The early script enables it. */}
        <button
          className="button"
          type="submit"
          disabled={import.meta.env.SSR || isSubmitting}
          suppressHydrationWarning
        >
          {/* The style sheet shows one of the two, as `data-submitting` says: the early script sets it, too. */}
          <span className={styles['ready']} suppressHydrationWarning>
            {words.submit}
          </span>
          <span className={styles['working']}>
            <span className={styles['spinner']} aria-hidden="true" />
            <span suppressHydrationWarning>{words.submitting}</span>
          </span>
        </button>
      </form>
    </>
  );
}

export default withErrorBoundary(DemoForm);
