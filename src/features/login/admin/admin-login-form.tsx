import { EmailField } from '#features/accounts/components/account-fields.tsx';
import { loginForm, problemsOf } from '#features/accounts/model/account-forms.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { RequestedField } from '#ui/forms/requested-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';

export function AdminLoginForm() {
  const t = useTranslator();
  return (
    <ActionForm name="login" check={(values) => problemsOf(loginForm, values)}>
      <EmailField autoComplete="username" />
      <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
      <CodeField />
      <SubmitButton busy={t('admin.login.sending')}>{t('admin.login.send')}</SubmitButton>
    </ActionForm>
  );
}

function CodeField() {
  const t = useTranslator();
  return (
    <RequestedField name="code">
      <TextField
        name="code"
        label={t('admin.login.code')}
        hint={t('admin.login.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
    </RequestedField>
  );
}
