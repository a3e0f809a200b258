import '#generated/words/en-account.ts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { logIn } from '#features/accounts/account-acts.ts';
import { loadEntrance } from '#features/accounts/account-loads.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { AccountBenefits } from '#features/accounts/components/account-benefits.tsx';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { LoginForm } from '#features/accounts/components/login-form.tsx';
import { mergeFavourites } from '#features/listings/components/favourite-sync.ts';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { dropUser, hasStoredUser } from '#platform/session/stored-user.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { paths } from '../paths.ts';

export const loader = loadOnServer(loadEntrance);
export const clientLoader = loadInBrowser(loadEntrance);
export const action = actOnServer(logIn, ['email']);
export const clientAction = actInBrowser(logIn, mergeFavourites);
export const meta = accountMeta(paths.login, 'account.login.title', 'account.login.about');

export default function Login() {
  const t = useWords();
  const ended = useEndedSession();
  return (
    <AccountFrame title={t('account.login.title')} aside={<AccountBenefits />}>
      {ended && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-md border border-waiting bg-waiting-ground p-3 text-waiting"
        >
          <Icon name="warning" className="mt-0.5 size-5" />
          {t('account.login.ended')}
        </p>
      )}
      <LoginForm />
    </AccountFrame>
  );
}

/** Whether a guarded page has led here although this browser believed that somebody was signed in. From now on it does not. */
function useEndedSession(): boolean {
  const [ended, setEnded] = useState(false);
  const sentHere = useSearchParams()[0].has('next');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    if (sentHere && hasStoredUser()) setEnded(true);
    dropUser();
  }, []);
  return ended;
}
