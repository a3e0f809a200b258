import { useLoaderData } from 'react-router';
import { mergeFavorites } from '#features/catalog/favorites/client/favorite-sync.ts';
import {
  loadProfileAndSessions,
  profileActions,
  useStoredUserRepair,
} from '#features/people/accounts/client/account-pages.ts';
import { DashboardSection } from '#features/people/accounts/components/dashboard-parts.tsx';
import { DeleteAccount, DownloadData, ProfileForm } from '#features/people/accounts/components/my-account-forms.tsx';
import type { ProfileResponse } from '#features/people/accounts/model/account-contract.ts';
import { SessionList } from '#features/people/sessions/components/session-list.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

const act = requireUser(profileActions);
export const loader = serverLoader(loadProfileAndSessions);
export const clientLoader = browserLoader(loadProfileAndSessions);
export const action = serverAction(act, ['name', 'email', 'mobile', 'mobile_country']);
export const clientAction = browserAction(act);
export const meta = privateMeta('account.profile.title', 'account.profile.about');

export default function Profile() {
  const t = useTranslator();
  const { profile, sessions } = useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavorites);
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
        <DashboardSection title={t('account.factor.title')}>
          <p className="text-ink-soft">{t('account.factor.profile')}</p>
          <LinkButton to={paths.accountSecurity} className="justify-self-start">
            {t('account.factor.manage')}
          </LinkButton>
        </DashboardSection>
        <DashboardSection title={t('account.keys.title')}>
          <p className="text-ink-soft">{t('account.keys.about')}</p>
          <LinkButton to={paths.apiKeys} className="justify-self-start">
            {t('account.keys.manage')}
          </LinkButton>
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

function ProfileFacts({ profile: { status, createdAt, lastLogin } }: { profile: ProfileResponse }) {
  const t = useTranslator();
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-lg border border-line p-4 sm:grid-cols-[auto_1fr]">
      <dt className="text-ink-soft">{t('account.profile.status')}</dt>
      <dd>{t(`account.profile.status.${status}`)}</dd>
      <dt className="text-ink-soft">{t('account.profile.createdAt')}</dt>
      <dd>
        <UtcTime time={createdAt} />
      </dd>
      <dt className="text-ink-soft">{t('account.profile.lastLogin')}</dt>
      <dd>{lastLogin === null ? t('account.profile.never') : <UtcTime time={lastLogin} />}</dd>
    </dl>
  );
}
