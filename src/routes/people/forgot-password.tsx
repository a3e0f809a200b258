import { Link } from 'react-router';
import { requestPasswordReset } from '#features/people/accounts/client/account-pages.ts';
import { EmailField } from '#features/people/accounts/components/account-fields.tsx';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { privateMeta, useLoginRedirect } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';

export const action = serverAction(requestPasswordReset, ['email']);
export const clientAction = browserAction(requestPasswordReset);
export const meta = privateMeta('account.forgot.title', 'account.forgot.about');

/** Its form has no client-side check: the server returns the specified message for an invalid address. */
export default function ForgotPassword() {
  const t = useTranslator();
  const withNext = useLoginRedirect();
  return (
    <AccountFrame title={t('account.forgot.title')} intro={t('account.forgot.about')}>
      <ActionForm>
        <EmailField autoComplete="username" />
        <SubmitButton busy={t('account.forgot.sending')}>{t('account.forgot.send')}</SubmitButton>
        <Link to={withNext(paths.login)} className={`${TEXT_LINK} justify-self-start`}>
          {t('account.forgot.back')}
        </Link>
      </ActionForm>
    </AccountFrame>
  );
}
