import { Link, useSearchParams } from 'react-router';
import { resetPassword } from '#features/accounts/client/account-actions.ts';
import { accountMeta } from '#features/accounts/client/account-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { ResetPasswordForm } from '#features/accounts/components/reset-password-form.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/text-link.ts';

export const action = serverAction(resetPassword);
export const clientAction = browserAction(resetPassword);
export const meta = accountMeta(paths.resetPassword, 'account.reset.title', 'account.reset.about');

/** Target of the link in a reset email. Setting the password invalidates the link, opening it does not. */
export default function ResetPassword() {
  const t = useTranslator();
  const whole = useSearchParams()[0].has('token');
  return (
    <AccountFrame title={t('account.reset.title')} intro={t(whole ? 'account.reset.about' : 'account.reset.dead')}>
      {whole && <ResetPasswordForm />}
      <Link to={paths.forgotPassword} className={`${TEXT_LINK} justify-self-start`}>
        {t('account.reset.again')}
      </Link>
    </AccountFrame>
  );
}
