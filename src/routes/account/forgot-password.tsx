import { requestPasswordReset } from '#features/accounts/client/account-actions.ts';
import { accountMeta } from '#features/accounts/client/account-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { ForgotPasswordForm } from '#features/accounts/components/forgot-password-form.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';

export const action = serverAction(requestPasswordReset, ['email']);
export const clientAction = browserAction(requestPasswordReset);
export const meta = accountMeta(paths.forgotPassword, 'account.forgot.title', 'account.forgot.about');

export default function ForgotPassword() {
  const t = useTranslator();
  return (
    <AccountFrame title={t('account.forgot.title')} intro={t('account.forgot.about')}>
      <ForgotPasswordForm />
    </AccountFrame>
  );
}
