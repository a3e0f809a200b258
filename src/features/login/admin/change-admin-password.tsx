import { NewPasswordFields } from '#features/accounts/components/new-password-fields.tsx';
import { changePasswordForm, problemsOf } from '#features/accounts/model/account-forms.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';

export function ChangeAdminPassword({ email }: { email: string }) {
  const t = useTranslator();
  return (
    <section className="grid max-w-xl gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{t('admin.security.password')}</h2>
      <p>{t('admin.security.passwordText')}</p>
      <ActionForm name="password" check={(values) => problemsOf(changePasswordForm, values)}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="opass" label={t('account.change.old')} autoComplete="current-password" />
        <NewPasswordFields />
        <SubmitButton busy={t('account.change.sending')}>{t('account.change.send')}</SubmitButton>
      </ActionForm>
    </section>
  );
}
