import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { ProfileResponse } from '../model/account-contract.ts';
import { changePasswordForm, problemsOf } from '../model/account-forms.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

export function ChangePasswordForm({ profile: { id, email } }: { profile: ProfileResponse }) {
  const t = useTranslator();
  return (
    <ActionForm check={(values) => problemsOf(changePasswordForm, values)}>
      <input type="hidden" name="id" value={id} />
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="opass" label={t('account.change.old')} autoComplete="current-password" />
      <NewPasswordFields />
      <SubmitButton busy={t('account.change.sending')}>{t('account.change.send')}</SubmitButton>
      <LinkButton to={paths.dashboard} kind="plain">
        {t('account.change.back')}
      </LinkButton>
    </ActionForm>
  );
}
