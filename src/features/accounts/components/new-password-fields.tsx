import { useSite } from '#platform/pages/use-site.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';

/** A new password, twice. */
export function NewPasswordFields() {
  const t = useWords();
  return (
    <>
      <PasswordField
        name="npass"
        label={t('account.change.new')}
        hint={t('account.signup.passwordHint', { least: useSite().shortestPassword })}
        autoComplete="new-password"
      />
      <PasswordField name="cpass" label={t('account.change.confirm')} autoComplete="new-password" />
    </>
  );
}
