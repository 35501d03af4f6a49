import { useRef } from 'react';
import { preloadClient } from '@/lib/backend';
import type { FieldName, FieldProblem, TextFieldName } from '@/lib/demo-request';
import { Confirmation, type ConfirmationCopy } from './Confirmation.tsx';
import styles from './DemoForm.module.scss';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Field, FieldError } from './Field.tsx';
import { useDemoRequest } from './use-demo-request.ts';
import { usePhoneFormat } from './use-phone-format.ts';

/** The form's words, from `content/request-demo`. */
export interface DemoFormCopy {
  form: {
    heading: string;
    fields: {
      fullName: { label: string };
      email: { label: string };
      companyName: { label: string };
      industry: { label: string; placeholder: string };
      phoneNumber: { label: string; hint: string };
    };
    consent: string;
    submit: string;
    submitting: string;
    banner: string;
    errors: Record<FieldProblem, string>;
  };
  confirmation: ConfirmationCopy;
}

interface Props {
  copy: DemoFormCopy;
  /** Privacy and terms, where there are such pages. */
  legal: readonly { label: string; href: string; newTab: string }[];
  errorHeading: string;
}

/** The demo request: form, failure banner and confirmation. */
export default function DemoForm({ errorHeading, ...props }: Props) {
  return (
    <ErrorBoundary heading={errorHeading}>
      <DemoRequestScreen {...props} />
    </ErrorBoundary>
  );
}

function DemoRequestScreen({ copy, legal }: Omit<Props, 'errorHeading'>) {
  const form = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLParagraphElement>(null);
  const phone = usePhoneFormat();
  const { state, onSubmit, onInput } = useDemoRequest(form, banner);

  if (state.status === 'sent') return <Confirmation {...copy.confirmation} />;

  const { fields, errors, consent, ...words } = copy.form;
  const isSubmitting = state.status === 'submitting';
  const errorOf = (name: FieldName) => {
    const problem = state.status === 'idle' ? state.problems[name] : undefined;
    return problem && errors[problem];
  };
  const consentError = errorOf('acceptedTerms');
  const field = (name: TextFieldName) => ({
    name,
    ...fields[name],
    error: errorOf(name),
    // What is shown is what is on its way.
    readOnly: isSubmitting,
  });

  return (
    <form
      ref={form}
      className={styles['form']}
      data-hour="noon"
      method="post"
      aria-labelledby="demo-form-heading"
      noValidate
      data-early
      onSubmit={onSubmit}
      onInput={onInput}
      onFocus={preloadClient}
    >
      <h2 id="demo-form-heading" suppressHydrationWarning>
        {words.heading}
      </h2>
      <div role="alert">
        {state.status === 'idle' && state.failed && (
          <p ref={banner} className={styles['banner']} tabIndex={-1}>
            {words.banner}
          </p>
        )}
      </div>
      <Field {...field('fullName')} autoComplete="name" />
      {/* Not type="email": Chromium would rewrite the address that the visitor sees. */}
      <Field
        {...field('email')}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field {...field('companyName')} autoComplete="organization" />
      <Field {...field('industry')} />
      <Field {...field('phoneNumber')} {...phone} type="tel" autoComplete="tel" />
      <div className={styles['consent']}>
        {/* Ahead of the long text: below it, on a small screen, it would not be seen beside the box. */}
        {consentError && <FieldError id="acceptedTerms-error">{consentError}</FieldError>}
        <input
          id="acceptedTerms"
          name="acceptedTerms"
          type="checkbox"
          required
          aria-invalid={consentError ? true : undefined}
          aria-describedby={consentError && 'acceptedTerms-error'}
        />
        <label htmlFor="acceptedTerms" suppressHydrationWarning>
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
        {isSubmitting && <span className={styles['spinner']} aria-hidden="true" />}
        <span suppressHydrationWarning>{isSubmitting ? words.submitting : words.submit}</span>
      </button>
    </form>
  );
}
