import '#generated/words/en-account.ts';
import { Link, useSearchParams } from 'react-router';
import { resetPassword } from '#features/accounts/account-acts.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { ResetPasswordForm } from '#features/accounts/components/reset-password-form.tsx';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { paths } from '../paths.ts';

export const action = actOnServer(resetPassword);
export const clientAction = actInBrowser(resetPassword);
export const meta = accountMeta(paths.resetPassword, 'account.reset.title', 'account.reset.about');

/** Where the link of a reset mail leads. The link is used up by setting the password, not by opening it. */
export default function ResetPassword() {
  const t = useWords();
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
