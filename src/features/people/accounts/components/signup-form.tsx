import { Fragment } from 'react';
import { Link } from 'react-router';
import { useLoginRedirect } from '#features/people/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { problemsOf, signupForm } from '../model/account-forms.ts';
import { EmailField, MobileField, NameField } from './account-fields.tsx';

type Legal = Record<'terms' | 'privacy', React.ReactNode>;

/**
 * @param legal links inside the sentence about accepting the terms
 * @param texts the terms themselves, shown below without JavaScript
 */
export function SignupForm({ legal, texts }: { legal: Legal; texts: React.ReactNode }) {
  const t = useTranslator();
  const withNext = useLoginRedirect();
  return (
    <ActionForm check={(values) => problemsOf(signupForm, values)}>
      <NameField hint={t('account.signup.nameHint')} />
      <EmailField autoComplete="email" />
      <MobileField name="mobileno" />
      <PasswordField
        name="password"
        label={t('account.password')}
        hint={t('account.signup.passwordHint', { least: useSite().minPasswordLength })}
        autoComplete="new-password"
      />
      <div className="text-ink-soft text-sm">
        <p>{withLinks(t('account.signup.accept', { terms: '<terms>', privacy: '<privacy>' }), legal)}</p>
        {texts}
      </div>
      <SubmitButton busy={t('account.signup.sending')}>{t('account.signup.send')}</SubmitButton>
      <p>
        {t('account.signup.known')}{' '}
        <Link to={withNext(paths.login)} className={TEXT_LINK}>
          {t('account.signup.login')}
        </Link>
      </p>
    </ActionForm>
  );
}

/** Puts the links into a message, in the order of its language. */
function withLinks(message: string, links: Legal) {
  return message
    .split(/<(terms|privacy)>/)
    .map((part) => (part === 'terms' || part === 'privacy' ? <Fragment key={part}>{links[part]}</Fragment> : part));
}
