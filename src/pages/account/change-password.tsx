import '#generated/words/en-account.ts';
import { useLoaderData } from 'react-router';
import { changePassword } from '#features/accounts/account-acts.ts';
import { loadProfile } from '#features/accounts/account-loads.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { AccountFrame } from '#features/accounts/components/account-frame.tsx';
import { ChangePasswordForm } from '#features/accounts/components/change-password-form.tsx';
import { useStoredUserRepair } from '#features/accounts/components/use-stored-user-repair.ts';
import { guarded } from '#features/accounts/guarded.ts';
import { mergeFavourites } from '#features/listings/components/favourite-sync.ts';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { paths } from '../paths.ts';

const act = guarded(changePassword);
export const loader = loadOnServer(loadProfile);
export const clientLoader = loadInBrowser(loadProfile);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = accountMeta(paths.changePassword, 'account.change.title', 'account.change.about');

export default function ChangePassword() {
  const t = useWords();
  const { profile } = useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavourites);
  return (
    <AccountFrame title={t('account.change.title')} intro={t('account.change.intro')}>
      <ChangePasswordForm profile={profile} />
    </AccountFrame>
  );
}
