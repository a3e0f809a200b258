import { Link } from 'react-router';
import { useLoginRedirect } from '#features/sessions/components/use-login-redirect.ts';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { problemsOf, signupForm } from '../model/account-forms.ts';
import { EmailField, MobileField, NameField } from './account-fields.tsx';

/** @param legal what opens the texts that are accepted by signing up. */
export function SignupForm({ legal }: { legal: React.ReactNode }) {
  const t = useWords();
  const entrance = useLoginRedirect();
  return (
    <ActionForm check={(values) => problemsOf(signupForm, values)}>
      <NameField hint={t('account.signup.nameHint')} />
      <EmailField autoComplete="email" />
      <MobileField name="mobileno" />
      <PasswordField
        name="password"
        label={t('account.password')}
        hint={t('account.signup.passwordHint', { least: useSite().shortestPassword })}
        autoComplete="new-password"
      />
      <div className="text-ink-soft text-sm">
        <p>{t('account.signup.accept')}</p>
        <div className="flex flex-wrap gap-x-5">{legal}</div>
      </div>
      <SubmitButton busy={t('account.signup.sending')}>{t('account.signup.send')}</SubmitButton>
      <p>
        {t('account.signup.known')}{' '}
        <Link to={entrance(paths.login)} className={TEXT_LINK}>
          {t('account.signup.login')}
        </Link>
      </p>
    </ActionForm>
  );
}
