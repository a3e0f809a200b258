import { EmailField } from '#features/people/accounts/components/account-fields.tsx';
import { loginForm, problemsOf } from '#features/people/accounts/model/account-forms.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { LoginCodeField } from '../components/login-code-field.tsx';

export function AdminLoginForm() {
  const t = useTranslator();
  return (
    <ActionForm name="login" check={(values) => problemsOf(loginForm, values)}>
      <EmailField autoComplete="username" />
      <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
      <LoginCodeField />
      <SubmitButton busy={t('admin.login.sending')}>{t('admin.login.send')}</SubmitButton>
    </ActionForm>
  );
}
