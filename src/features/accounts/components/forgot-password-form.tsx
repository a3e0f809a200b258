import { Link } from 'react-router';
import { useLoginRedirect } from '#features/sessions/components/use-login-redirect.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { EmailField } from './account-fields.tsx';

/** Has no client-side check: the server returns the specified message for an invalid address. */
export function ForgotPasswordForm() {
  const t = useTranslator();
  const withNext = useLoginRedirect();
  return (
    <ActionForm>
      <EmailField autoComplete="username" />
      <SubmitButton busy={t('account.forgot.sending')}>{t('account.forgot.send')}</SubmitButton>
      <Link to={withNext(paths.login)} className={`${TEXT_LINK} justify-self-start`}>
        {t('account.forgot.back')}
      </Link>
    </ActionForm>
  );
}
