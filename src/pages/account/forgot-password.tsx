import '#generated/words/en-account.ts';
import { askForReset } from '#features/accounts/account-acts.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { ForgotPasswordForm } from '#features/accounts/components/forgot-password-form.tsx';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { paths } from '../paths.ts';

export const action = actOnServer(askForReset, ['email']);
export const clientAction = actInBrowser(askForReset);
export const meta = accountMeta(paths.forgotPassword, 'account.forgot.title', 'account.forgot.about');

export default function ForgotPassword() {
  const t = useWords();
  return (
    <AccountFrame title={t('account.forgot.title')} intro={t('account.forgot.about')}>
      <ForgotPasswordForm />
    </AccountFrame>
  );
}
