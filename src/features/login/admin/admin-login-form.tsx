import { useEffect, useRef, useState } from 'react';
import { EmailField } from '#features/accounts/components/account-fields.tsx';
import { loginForm, problemsOf } from '#features/accounts/model/account-forms.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { useFormState } from '#ui/forms/form-field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
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

/** Shown once a response has asked for a code. */
function CodeField() {
  const t = useTranslator();
  const { code } = useFormState().problems;
  const [isRequested, setIsRequested] = useState(code !== undefined);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (code === undefined) return;
    setIsRequested(true);
    field.current?.querySelector('input')?.focus();
  }, [code]);
  if (!isRequested && code === undefined) return null;
  return (
    <div ref={field}>
      <TextField
        name="code"
        label={t('admin.login.code')}
        hint={t('admin.login.codeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
    </div>
  );
}
