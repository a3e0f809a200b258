import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { RequestedField } from '#ui/forms/requested-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { ProfileResponse } from '../model/account-contract.ts';
import { problemsOf, profileForm } from '../model/account-forms.ts';
import { EmailField, MobileField, NameField } from './account-fields.tsx';

export function ProfileForm({ profile: { id, name, email, pendingEmail, mobile } }: { profile: ProfileResponse }) {
  const t = useTranslator();
  return (
    <ActionForm name="profile" check={(values) => problemsOf(profileForm, values)}>
      <TextField name="id" label={t('account.profile.id')} defaultValue={String(id)} readOnly inputMode="numeric" />
      <NameField defaultValue={name} />
      <EmailField autoComplete="email" defaultValue={email} hint={t('account.profile.emailHint')} />
      {pendingEmail !== null && (
        <p className="wrap-anywhere rounded-md border border-waiting bg-waiting-ground p-3">
          {t('account.profile.pendingEmail', { email: pendingEmail, current: email })}
        </p>
      )}
      <MobileField name="mobile" defaultValue={mobile ?? ''} />
      <RequestedField name="password">
        <PasswordField name="password" label={t('account.password.current')} autoComplete="current-password" />
      </RequestedField>
      <SubmitButton busy={t('account.profile.sending')}>{t('account.profile.send')}</SubmitButton>
    </ActionForm>
  );
}
