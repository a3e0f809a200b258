import { Link, useLoaderData } from 'react-router';
import { fetchMyBookings, myBookingActions } from '#features/aftersales/bookings/client/booking-client.ts';
import { bookingsPage, MyBookings } from '#features/aftersales/bookings/components/my-bookings.tsx';
import { myReviewActions } from '#features/aftersales/car-reviews/client/review-actions.ts';
import { MyReview } from '#features/aftersales/car-reviews/components/my-review.tsx';
import { fetchRentalRequests, RentalRequests } from '#features/aftersales/rental-extensions/components/extensions.tsx';
import { favoriteCalls } from '#features/catalog/catalog-calls.ts';
import { mergeFavorites } from '#features/catalog/favorites/client/favorite-sync.ts';
import { FavoriteList } from '#features/catalog/favorites/components/favorite-list.tsx';
import { fetchMyListings, myListingActions } from '#features/catalog/sell/client/sell-client.ts';
import { listingsPage, MyListings } from '#features/catalog/sell/components/my-listings/my-listings.tsx';
import { EndedHolds, hasTodo, OrdersToDo } from '#features/orders/order-pages/components/orders-to-do.tsx';
import { fetchEndedHolds, fetchMyOrders } from '#features/orders/orders/client/order-client.ts';
import { fetchSales, salesActions } from '#features/orders/sales-contracts/client/contract-client.ts';
import { SoldCars } from '#features/orders/sales-contracts/components/sold-cars.tsx';
import { dashboardActions, loadProfile, useStoredUserRepair } from '#features/people/accounts/client/account-pages.ts';
import {
  DashboardAccount,
  DashboardHeader,
  DashboardSection,
} from '#features/people/accounts/components/dashboard-parts.tsx';
import { PendingNotice } from '#features/people/accounts/components/pending-notice.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

/** Shows the account even if loading its listings, bookings or favorites fails. */
const load = async (input: LoadInput) => {
  const [{ profile }, listings, orders, endedHolds, bookings, favorites, sales, requests] = await Promise.all([
    loadProfile(input),
    fetchMyListings(input.api, listingsPage(input.url.searchParams)).catch(() => null),
    fetchMyOrders(input.api).catch(() => null),
    fetchEndedHolds(input.api).catch(() => []),
    fetchMyBookings(input.api, bookingsPage(input.url.searchParams)).catch(() => null),
    input.api.call(favoriteCalls.list).catch(() => null),
    fetchSales(input.api).catch(() => null),
    fetchRentalRequests(input.api).catch(() => []),
  ]);
  return { profile, listings, orders, endedHolds, bookings, favorites, sales, requests };
};
const act = requireUser(
  actionByForm({ ...dashboardActions, ...myListingActions, ...myBookingActions, ...myReviewActions, ...salesActions }),
);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = privateMeta('account.dashboard.title', 'account.dashboard.about');

export default function Dashboard() {
  const t = useTranslator();
  const { profile, listings, orders, endedHolds, bookings, favorites, sales, requests } =
    useLoaderData<typeof loader>();
  useStoredUserRepair(profile, mergeFavorites);
  const waiting = (orders?.items ?? []).filter(hasTodo);
  return (
    <div className="mx-auto grid max-w-[86rem] grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-12">
      <DashboardHeader name={profile.name} />
      <PendingNotice profile={profile} />
      {waiting.length > 0 && (
        <DashboardSection title={t('orders.todo')}>
          <OrdersToDo orders={waiting} />
        </DashboardSection>
      )}
      {requests.length > 0 && (
        <DashboardSection title={t('extensions.requests', { count: requests.length })}>
          <RentalRequests requests={requests} />
        </DashboardSection>
      )}
      <DashboardSection title={t('account.dashboard.bookings')}>
        <MyBookings response={bookings} below={(booking) => <MyReview booking={booking} />} />
        {endedHolds.length > 0 && <EndedHolds orders={endedHolds} />}
      </DashboardSection>
      <DashboardSection title={t('account.dashboard.favourites')}>
        {favorites ? (
          <FavoriteList cars={favorites.listings} browse={paths.explore} />
        ) : (
          <p>{t('account.dashboard.favouritesFailed')}</p>
        )}
      </DashboardSection>
      <DashboardSection title={t('account.dashboard.listings')}>
        <p className="flex flex-wrap gap-x-6">
          <Link to={paths.myPayouts} className={TEXT_LINK}>
            {t('account.dashboard.payouts')}
          </Link>
          <Link to={paths.payoutAccount} className={TEXT_LINK}>
            {t('account.dashboard.bankAccount')}
          </Link>
          <Link to={paths.conversations} className={TEXT_LINK}>
            {t('account.dashboard.conversations')}
          </Link>
          <Link to={paths.myClaims} className={TEXT_LINK}>
            {t('account.dashboard.claims')}
          </Link>
        </p>
        <MyListings response={listings} />
      </DashboardSection>
      {(sales === null || sales.items.length > 0) && (
        <div id="sold-cars">
          <DashboardSection title={t('sales.title')}>
            {sales ? <SoldCars sales={sales.items} /> : <p>{t('sales.failed')}</p>}
          </DashboardSection>
        </div>
      )}
      <DashboardSection title={t('account.dashboard.account')}>
        <DashboardAccount />
      </DashboardSection>
    </div>
  );
}
