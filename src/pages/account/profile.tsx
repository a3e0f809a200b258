import '#generated/words/en-account.ts';
import { useLoaderData } from 'react-router';
import { profileActs } from '#features/accounts/account-acts.ts';
import { loadProfileAndSessions } from '#features/accounts/account-loads.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { DashboardSection } from '#features/accounts/components/dashboard-section.tsx';
import { DeleteAccount, DownloadData } from '#features/accounts/components/own-data.tsx';
import { ProfileFacts } from '#features/accounts/components/profile-facts.tsx';
import { ProfileForm } from '#features/accounts/components/profile-form.tsx';
import { SessionList } from '#features/accounts/components/session-list.tsx';
import { useStoredUserRepair } from '#features/accounts/components/use-stored-user-repair.ts';
import { guarded } from '#features/accounts/guarded.ts';
import { mergeFavourites } from '#features/listings/components/favourite-sync.ts';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { paths } from '../paths.ts';

const act = guarded(profileActs);
export const loader = loadOnServer(loadProfileAndSessions);
export const clientLoader = loadInBrowser(loadProfileAndSessions);
export const action = actOnServer(act, ['name', 'email', 'mobile']);
export const clientAction = actInBrowser(act);
export const meta = accountMeta(paths.profile, 'account.profile.title', 'account.profile.about');

export default function Profile() {
  const t = useWords();
  const { profile, sessions } = useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavourites);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-14 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-16">
      <div className="grid min-w-0 content-start gap-6">
        <h1 className="text-2xl">{t('account.profile.title')}</h1>
        <ProfileForm profile={profile} />
        <ProfileFacts profile={profile} />
      </div>
      <div className="grid min-w-0 content-start gap-10">
        <DashboardSection title={t('account.sessions.title')}>
          <SessionList sessions={sessions} />
        </DashboardSection>
        <div className="grid gap-10 noscript:hidden">
          <DashboardSection title={t('account.data.title')}>
            <DownloadData id={profile.id} />
          </DashboardSection>
          <DashboardSection title={t('account.delete.title')}>
            <DeleteAccount id={profile.id} />
          </DashboardSection>
        </div>
      </div>
    </div>
  );
}
