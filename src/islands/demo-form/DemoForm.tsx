import type { CollectionEntry } from 'astro:content';
import { useLayoutEffect, useRef, type ComponentProps, type Ref } from 'react';
import { preloadClient } from '@/demo-request/backend';
import { TEXT_FIELD_NAMES } from '@/demo-request/fields';
import { FIELD_NAMES, type FieldErrors, type FieldName } from '@/demo-request/validation';
import { withErrorBoundary } from '@/lib/error-boundary';
import styles from './DemoForm.module.scss';
import { Consent, Field } from './Field.tsx';
import { IDLE, useDemoRequest } from './use-demo-request.ts';
import { FORM_ID } from './use-early-form.ts';
import { usePhoneField } from './use-phone-field.ts';

type Copy = Pick<CollectionEntry<'requestDemo'>['data'], 'form' | 'confirmation'>;

interface Props {
  /** `whatHappens`: who calls after the button is pressed, and when. */
  copy: Copy & { whatHappens: string };
  consentVersion: string;
  legal: ComponentProps<typeof Consent>['legal'];
  /** Links to other ways to reach us, after the banner. With `newTabHint`, one opens in a new tab. */
  otherWays: readonly { label: string; href: string; newTabHint?: string }[];
}

/** The demo form, its error banner and the confirmation. */
function DemoForm({ copy, consentVersion, legal, otherWays }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLParagraphElement>(null);
  const phone = usePhoneField();
  const { state, ...handlers } = useDemoRequest(form, banner, consentVersion, phone.read);

  const texts = copy.form;
  const isSubmitting = state.status === 'submitting';
  const isSent = state.status === 'sent' || state.status === 'done';
  const { errors, firstInvalid } = state.status === 'idle' ? state : IDLE;
  const invalidCount = FIELD_NAMES.filter((name) => errors[name]).length;
  // A single error needs no count: its message says what is wrong.
  const areSeveral = invalidCount > 1;

  return (
    <>
      {isSent && <Confirmation {...copy.confirmation} whatHappens={copy.whatHappens} />}
      {state.status === 'idle' && state.failed && (
        <Banner ref={banner} text={texts.banner} otherWays={otherWays} />
      )}
      {state.status !== 'done' && (
        <form
          id={FORM_ID}
          ref={form}
          // Until it is `done`, the form is still there, as removing it at once would silence screen readers (`use-demo-request.ts`).
          className={isSent ? 'visually-hidden' : styles['form']}
          data-palette="noon"
          method="post"
          // The form has no `aria-labelledby`: some screen readers skip a heading that labels another element.
          aria-label={texts.heading}
          noValidate
          data-submitting={isSubmitting ? '' : undefined}
          onFocus={preloadClient}
          {...handlers}
        >
          {/* Here and below, browser translation may have changed the text before hydration (`Field.tsx`). */}
          <h2 suppressHydrationWarning>{texts.heading}</h2>
          {/* Keyed, so that each count is a new element: browser translation replaces the text that React would update. */}
          {areSeveral && (
            <p key={invalidCount} className={styles['remaining']} id="remaining">
              {texts.remaining} {invalidCount}
            </p>
          )}
          {/* Not all screen readers announce the button's new label. An `<output>` would not do: they stop at an empty one. */}
          <p className="visually-hidden" aria-live="polite">
            {isSubmitting && texts.submitting}
          </p>
          <Controls
            texts={texts}
            errors={errors}
            countedAt={areSeveral ? firstInvalid : undefined}
            // While submitting, the fields keep the values that are sent.
            readOnly={isSubmitting}
            phoneProps={phone.props}
            legal={legal}
          />
          <Submit texts={texts} whatHappens={copy.whatHappens} isSubmitting={isSubmitting} />
        </form>
      )}
    </>
  );
}

export default withErrorBoundary(DemoForm);

interface ControlsProps extends Pick<Props, 'legal'> {
  texts: Copy['form'];
  errors: FieldErrors;
  /** The one invalid field that refers to the count of them: screen readers announce it once. */
  countedAt: FieldName | undefined;
  readOnly: boolean;
  phoneProps: ReturnType<typeof usePhoneField>['props'];
}

/** The text fields and the consent, each with its error. */
function Controls({ texts, errors, countedAt, readOnly, phoneProps, legal }: ControlsProps) {
  const { fields, tooLong, consent, consentRequired } = texts;
  const countId = (name: FieldName) => (name === countedAt && errors[name] ? 'remaining' : undefined);
  return (
    <>
      {TEXT_FIELD_NAMES.map((name) => (
        <Field
          key={name}
          name={name}
          copy={{ ...fields[name], tooLong }}
          error={errors[name]}
          describedBy={countId(name)}
          readOnly={readOnly}
          {...(name === 'phoneNumber' && phoneProps)}
        />
      ))}
      <Consent
        text={consent}
        required={consentRequired}
        hasError={Boolean(errors.acceptedTerms)}
        describedBy={countId('acceptedTerms')}
        readOnly={readOnly}
        legal={legal}
      />
    </>
  );
}

/**
 * Says that the request could not be sent, with other ways to reach us. It is inserted as a whole, the links inside: Firefox
 * announces an alert that is inserted, not text inserted into one, and with Orca none after which links are inserted, too.
 */
function Banner({
  ref,
  text,
  otherWays,
}: Pick<Props, 'otherWays'> & { ref: Ref<HTMLParagraphElement>; text: string }) {
  return (
    <div role="alert">
      <p ref={ref} className={styles['banner']} data-palette="noon">
        {text}
      </p>
      <OtherWays links={otherWays} />
    </div>
  );
}

interface SubmitProps {
  texts: Copy['form'];
  whatHappens: string;
  isSubmitting: boolean;
}

/** The button, and what happens after it is pressed. */
function Submit({ texts, whatHappens, isSubmitting }: SubmitProps) {
  return (
    <>
      <button
        className="button"
        type="submit"
        aria-describedby="what-happens"
        // Disabled in the static HTML: it needs a script, and that of DemoRequest.astro enables it.
        disabled={import.meta.env.SSR}
        // `disabled` would lose the focus and the screen reader's position.
        aria-disabled={isSubmitting || undefined}
        suppressHydrationWarning
      >
        {/* CSS shows one of the two, so that a press before hydration can switch them, too. */}
        <span className={styles['ready']} suppressHydrationWarning>
          {texts.submit}
        </span>
        <span className={styles['working']}>
          {/* Keyed, so that each submit has a new one: in WebKit, the same one turns only every second time that it is shown. */}
          <span key={String(isSubmitting)} className={styles['spinner']} aria-hidden="true" />
          <span suppressHydrationWarning>{texts.submitting}</span>
        </span>
      </button>
      <small id="what-happens" suppressHydrationWarning>
        {whatHappens}
      </small>
    </>
  );
}

/** The links of `OtherWays.astro` again: the page's policy (Trusted Types) lets no script insert that one's markup. */
function OtherWays({ links }: { links: Props['otherWays'] }) {
  return (
    <ul className="row">
      {links.map(({ label, href, newTabHint }) => (
        <li key={href}>
          <a className="link" href={href} {...(newTabHint && { target: '_blank', rel: 'noopener' })}>
            {label}
            {newTabHint && <span className="link-suffix">{` ${newTabHint}`}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Replaces the page's main content, and its title, once a demo request is stored; says who calls now, and when (`whatHappens`). */
function Confirmation({ title, heading, text, whatHappens }: Copy['confirmation'] & { whatHappens: string }) {
  const headingElement = useRef<HTMLHeadingElement>(null);

  // A layout effect: no frame shows the confirmation together with what it replaces.
  useLayoutEffect(() => {
    document.title = title;
    // A caret in the removed content would move to what follows it, and screen readers in Firefox move with the caret.
    getSelection()?.removeAllRanges();
    // Static HTML outside the island, which React cannot remove.
    for (const part of document.querySelectorAll('[data-until-sent]')) part.remove();
    window.scrollTo({ top: 0, behavior: 'instant' });
    headingElement.current?.focus({ preventScroll: true });
  }, [title]);

  return (
    <>
      <section className={styles['confirmation']}>
        <h1 ref={headingElement} tabIndex={-1}>
          {heading}
        </h1>
        <p>{text}</p>
      </section>
      <p>{whatHappens}</p>
    </>
  );
}
