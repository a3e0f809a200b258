import { Link } from 'react-router';
import { EmailField } from '#features/people/accounts/components/account-fields.tsx';
import { loginForm, problemsOf } from '#features/people/accounts/model/account-forms.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useLoginRedirect } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { RequestedField, TextField } from '#ui/forms/fields.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';

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

/** The code at a login. Appears once a response requires it. */
export function LoginCodeField() {
  const t = useTranslator();
  return (
    <RequestedField name="code">
      <CodeField label={t('account.factor.loginCode')} hint={t('account.factor.loginCodeHint')} />
    </RequestedField>
  );
}

/** Field for the code of an authenticator app or a recovery code. */
export function CodeField({ label, hint }: { label: string; hint?: string }) {
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}
