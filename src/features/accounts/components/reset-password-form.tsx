import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { problemsOf, resetPasswordForm } from '../model/account-forms.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

export function ResetPasswordForm() {
  const t = useTranslator();
  return (
    <ActionForm check={(values) => problemsOf(resetPasswordForm, values)}>
      <NewPasswordFields />
      <SubmitButton busy={t('account.reset.sending')}>{t('account.reset.send')}</SubmitButton>
    </ActionForm>
  );
}
