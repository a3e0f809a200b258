import '#generated/words/en-account.ts';
import { useLoaderData } from 'react-router';
import { dashboardActs } from '#features/accounts/account-acts.ts';
import { loadProfile } from '#features/accounts/account-loads.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { DashboardHead } from '#features/accounts/components/dashboard-head.tsx';
import { DashboardSection, NotOpenYet } from '#features/accounts/components/dashboard-section.tsx';
import { PendingNotice } from '#features/accounts/components/pending-notice.tsx';
import { useStoredUserRepair } from '#features/accounts/components/use-stored-user-repair.ts';
import { guarded } from '#features/accounts/guarded.ts';
import { FavouriteList } from '#features/listings/components/favourite-list.tsx';
import { mergeFavourites } from '#features/listings/components/favourite-sync.ts';
import { fetchFavourites } from '#features/listings/listing-calls.ts';
import { actInBrowser, actOnServer } from '#platform/pages/act.ts';
import { type LoadInput, loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { paths } from '../paths.ts';

/** The account shows even when its favourites cannot be had. */
const load = async (input: LoadInput) => {
  const [{ profile }, favourites] = await Promise.all([
    loadProfile(input),
    fetchFavourites(input.api).catch(() => null),
  ]);
  return { profile, favourites };
};
const act = guarded(dashboardActs);
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = accountMeta(paths.dashboard, 'account.dashboard.title', 'account.dashboard.about');

export default function Dashboard() {
  const t = useWords();
  const { profile, favourites } = useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavourites);
  return (
    <div className="mx-auto grid max-w-[86rem] grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-12">
      <DashboardHead name={profile.name} />
      <PendingNotice profile={profile} />
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-8">
        <DashboardSection title={t('account.dashboard.listings')}>
          <NotOpenYet text={t('account.dashboard.listingsText')}>
            <LinkButton to={paths.explore}>{t('account.dashboard.browse')}</LinkButton>
          </NotOpenYet>
        </DashboardSection>
        <DashboardSection title={t('account.dashboard.bookings')}>
          <NotOpenYet text={t('account.dashboard.bookingsText')}>
            <LinkButton to={paths.explore}>{t('account.dashboard.browse')}</LinkButton>
          </NotOpenYet>
        </DashboardSection>
      </div>
      <DashboardSection title={t('account.dashboard.favourites')}>
        {favourites ? (
          <FavouriteList cars={favourites.listings} browse={paths.explore} />
        ) : (
          <p>{t('account.dashboard.favouritesFailed')}</p>
        )}
      </DashboardSection>
    </div>
  );
}
