import { Link } from 'react-router';
import { EmailField } from '#features/people/accounts/components/account-fields.tsx';
import { loginForm, problemsOf } from '#features/people/accounts/model/account-forms.ts';
import { useLoginRedirect } from '#features/people/sessions/components/use-login-redirect.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { LoginCodeField } from './login-code-field.tsx';

export function LoginForm() {
  const t = useTranslator();
  const withNext = useLoginRedirect();
  return (
    <ActionForm check={(values) => problemsOf(loginForm, values)}>
      <EmailField autoComplete="username" />
      <div className="grid">
        <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
        <Link to={withNext(paths.forgotPassword)} className={`${TEXT_LINK} justify-self-end`}>
          {t('account.login.forgot')}
        </Link>
      </div>
      <LoginCodeField />
      <SubmitButton busy={t('account.login.sending')}>{t('account.login.send')}</SubmitButton>
      <p>
        {t('account.login.new')}{' '}
        <Link to={withNext(paths.signup)} className={TEXT_LINK}>
          {t('account.login.create')}
        </Link>
      </p>
    </ActionForm>
  );
}
