import '#generated/words/en-account.ts';
import '#generated/words/en-payment.ts';
import '#generated/words/en-reviews.ts';
import '#generated/words/en-sell.ts';
import { useLoaderData } from 'react-router';
import { dashboardActs } from '#features/accounts/account-acts.ts';
import { loadProfile } from '#features/accounts/account-loads.ts';
import { accountMeta } from '#features/accounts/account-meta.ts';
import { DashboardHead } from '#features/accounts/components/dashboard-head.tsx';
import { DashboardSection } from '#features/accounts/components/dashboard-section.tsx';
import { PendingNotice } from '#features/accounts/components/pending-notice.tsx';
import { useStoredUserRepair } from '#features/accounts/components/use-stored-user-repair.ts';
import { guarded } from '#features/accounts/guarded.ts';
import { fetchMyBookings } from '#features/bookings/booking-calls.ts';
import { bookingsPage, MyBookings } from '#features/bookings/components/my-bookings/my-bookings.tsx';
import { myBookingActs } from '#features/bookings/my-booking-acts.ts';
import { FavouriteList } from '#features/listings/components/favourite-list.tsx';
import { mergeFavourites } from '#features/listings/components/favourite-sync.ts';
import { listingsPage, MyListings } from '#features/listings/components/my-listings/my-listings.tsx';
import { fetchFavourites } from '#features/listings/listing-calls.ts';
import { myListingActs } from '#features/listings/my-listing-acts.ts';
import { fetchMyListings } from '#features/listings/sell-calls.ts';
import { OwnReview } from '#features/reviews/components/own-review.tsx';
import { myReviewActs } from '#features/reviews/review-acts.ts';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { type LoadInput, loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { paths } from '../paths.ts';

/** The account shows even when its listings, bookings or favourites cannot be had. */
const load = async (input: LoadInput) => {
  const [{ profile }, listings, bookings, favourites] = await Promise.all([
    loadProfile(input),
    fetchMyListings(input.api, listingsPage(input.url.searchParams)).catch(() => null),
    fetchMyBookings(input.api, bookingsPage(input.url.searchParams)).catch(() => null),
    fetchFavourites(input.api).catch(() => null),
  ]);
  return { profile, listings, bookings, favourites };
};
const act = guarded(byForm({ ...dashboardActs, ...myListingActs, ...myBookingActs, ...myReviewActs }));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = accountMeta(paths.dashboard, 'account.dashboard.title', 'account.dashboard.about');

export default function Dashboard() {
  const t = useWords();
  const { profile, listings, bookings, favourites } = useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavourites);
  return (
    <div className="mx-auto grid max-w-[86rem] grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-12">
      <DashboardHead name={profile.name} />
      <PendingNotice profile={profile} />
      <DashboardSection title={t('account.dashboard.listings')}>
        <MyListings answer={listings} />
      </DashboardSection>
      <DashboardSection title={t('account.dashboard.bookings')}>
        <MyBookings answer={bookings} below={(booking) => <OwnReview booking={booking} />} />
      </DashboardSection>
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
