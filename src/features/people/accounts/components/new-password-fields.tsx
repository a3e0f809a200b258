import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useSite } from '#lib/pages/use-site.ts';
import { PasswordField } from '#ui/forms/password-field.tsx';

export function NewPasswordFields() {
  const t = useTranslator();
  return (
    <>
      <PasswordField
        name="npass"
        label={t('account.change.new')}
        hint={t('account.signup.passwordHint', { least: useSite().minPasswordLength })}
        autoComplete="new-password"
      />
      <PasswordField name="cpass" label={t('account.change.confirm')} autoComplete="new-password" />
    </>
  );
}
