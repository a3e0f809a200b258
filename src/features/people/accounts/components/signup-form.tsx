import { Fragment } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { useLoginRedirect } from '#lib/pages/page-handlers.ts';
import { useSite } from '#lib/pages/page-site.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { problemsOf, signupForm } from '../model/account-forms.ts';
import { EmailField, MobileCountryField, MobileField, NameField } from './account-fields.tsx';

type SignupFormProps = {
  legal: Legal;
  texts: React.ReactNode;
  country: string | undefined;
};

type Legal = Record<'terms' | 'privacy', React.ReactNode>;

/**
 * @param legal links inside the sentence about accepting the terms
 * @param texts the terms themselves, shown below without JavaScript
 * @param country preselected as the country of the mobile number
 */
export function SignupForm({ legal, texts, country }: SignupFormProps) {
  const t = useTranslator();
  const withNext = useLoginRedirect();
  return (
    <ActionForm check={(values) => problemsOf(signupForm, values)}>
      <NameField hint={t('account.signup.nameHint')} />
      <EmailField autoComplete="email" />
      <MobileField name="mobileno" />
      <MobileCountryField defaultValue={country} />
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

const BENEFITS: [IconName, MessageKey][] = [
  ['heart', 'account.benefits.favourites'],
  ['device', 'account.benefits.devices'],
  ['shield', 'account.benefits.data'],
  ['search', 'account.benefits.browse'],
];

/** Shown next to the sign-up and the login on wide screens. */
export function AccountBenefits() {
  const t = useTranslator();
  return (
    <aside className="hidden self-start rounded-lg border border-line bg-sunken p-8 lg:block">
      <h2 className="text-xl">{t('account.benefits.title')}</h2>
      <ul className="mt-5 grid gap-5">
        {BENEFITS.map(([icon, message]) => (
          <li key={message} className="flex gap-3">
            <Icon name={icon} className="mt-0.5 size-5 text-verified" />
            <span className="max-w-prose">{t(message)}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
