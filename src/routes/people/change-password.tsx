import { useLoaderData } from 'react-router';
import { mergeFavorites } from '#features/catalog/favorites/client/favorite-sync.ts';
import { changePassword, loadProfile, useStoredUserRepair } from '#features/people/accounts/client/account-pages.ts';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { ChangePasswordForm } from '#features/people/accounts/components/my-account-forms.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';

const act = requireUser(changePassword);
export const loader = serverLoader(loadProfile);
export const clientLoader = browserLoader(loadProfile);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = privateMeta('account.change.title', 'account.change.about');

export default function ChangePassword() {
  const t = useTranslator();
  const { profile } = useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavorites);
  return (
    <AccountFrame title={t('account.change.title')} intro={t('account.change.intro')}>
      <ChangePasswordForm profile={profile} />
    </AccountFrame>
  );
}
