import type pg from 'pg';
import type { AccountCookies } from '#features/accounts/server/account-cookies.ts';
import { accountEndpoints } from '#features/accounts/server/account-endpoints.ts';
import type { AccountTools } from '#features/accounts/server/account-tools.ts';
import { adminEndpoints } from '#features/accounts/server/admin-endpoints.ts';
import type { PersonalData } from '#features/accounts/server/own-data.ts';
import { sessionEndpoints } from '#features/accounts/server/session-endpoints.ts';
import { dashboardEndpoints } from '#features/admin/server/dashboard-endpoints.ts';
import { bookingEndpoints } from '#features/bookings/server/booking-endpoints.ts';
import type { BookingTools } from '#features/bookings/server/booking-tools.ts';
import { managedBookingEndpoints } from '#features/bookings/server/managed-booking-endpoints.ts';
import { bookingsForExport, letGoOfBookings } from '#features/bookings/server/own-bookings.ts';
import { contactEndpoints } from '#features/contact/server/contact-endpoints.ts';
import type { ContactTools } from '#features/contact/server/send-message.ts';
import { articleEndpoints } from '#features/content/server/article-endpoints.ts';
import type { ArticleLibrary } from '#features/content/server/article-library.ts';
import { newsletterEndpoints } from '#features/content/server/newsletter-endpoints.ts';
import { draftEndpoints } from '#features/listings/server/draft-endpoints.ts';
import { favouriteEndpoints } from '#features/listings/server/favourite-endpoints.ts';
import { draftForExport, dropDraft } from '#features/listings/server/keep-draft.ts';
import { favouritesForExport, forgetFavouritesOf } from '#features/listings/server/keep-favourites.ts';
import { listingEndpoints } from '#features/listings/server/listing-endpoints.ts';
import { managedListingEndpoints } from '#features/listings/server/managed-listing-endpoints.ts';
import { ownListingEndpoints } from '#features/listings/server/own-listing-endpoints.ts';
import { listingsForExport, withdrawListingsOf } from '#features/listings/server/own-listings.ts';
import type { SellTools } from '#features/listings/server/sell-tools.ts';
import { stockEndpoints } from '#features/listings/server/stock-endpoints.ts';
import { VehicleCatalogue } from '#features/listings/server/vehicle-catalogue.ts';
import { vehicleEndpoints } from '#features/listings/server/vehicle-endpoints.ts';
import { vinEndpoints } from '#features/listings/server/vin-endpoints.ts';
import { mediaEndpoints } from '#features/media/server/media-endpoints.ts';
import type { MediaTools } from '#features/media/server/media-tools.ts';
import { forgetUploadsOf, uploadsForExport } from '#features/media/server/own-uploads.ts';
import { managedPaymentEndpoints } from '#features/payments/server/managed-payment-endpoints.ts';
import { letGoOfPayments, paymentsForExport } from '#features/payments/server/own-payments.ts';
import { paymentEndpoints } from '#features/payments/server/payment-endpoints.ts';
import { reportEndpoints } from '#features/reports/server/report-endpoints.ts';
import type { ReportPress } from '#features/reports/server/report-press.ts';
import { tableEndpoints } from '#features/reports/server/table-endpoints.ts';
import { managedReviewEndpoints } from '#features/reviews/server/managed-review-endpoints.ts';
import { forgetReviewsOf, reviewsForExport } from '#features/reviews/server/own-reviews.ts';
import { reviewEndpoints } from '#features/reviews/server/review-endpoints.ts';
import { ManagedSearch } from '#features/search/server/managed-search.ts';
import { managedSearchEndpoints } from '#features/search/server/managed-search-endpoints.ts';
import { searchEndpoints } from '#features/search/server/search-endpoints.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

type Needs = {
  pool: pg.Pool;
  reads: Queryable;
  clock: Clock;
  tools: AccountTools;
  cookies: AccountCookies;
  articles(): Promise<ArticleLibrary>;
  contact: ContactTools['contact'];
  media: MediaTools;
  trade: BookingTools;
  /** Opens the provider's own card fields in the browser. */
  publishableKey: string | null;
  press: ReportPress;
  unconfirmedMayTrade: boolean;
  inBackground(work: () => Promise<void>): void;
};

/** What features above the accounts keep of a person. */
const personalData: PersonalData[] = [
  { name: 'favourites', read: favouritesForExport, forget: forgetFavouritesOf },
  { name: 'listings', read: listingsForExport, forget: withdrawListingsOf },
  { name: 'draft', read: draftForExport, forget: dropDraft },
  { name: 'uploads', read: uploadsForExport, forget: forgetUploadsOf },
  { name: 'payments', read: paymentsForExport, forget: letGoOfPayments },
  { name: 'bookings', read: bookingsForExport, forget: letGoOfBookings },
  { name: 'reviews', read: reviewsForExport, forget: forgetReviewsOf },
];

/** Every call of the API: the tables of all features. */
export function gatherEndpoints(needs: Needs): Endpoint[] {
  const { pool, reads, clock, tools, cookies, articles, contact, media } = needs;
  const { trade, publishableKey, press, unconfirmedMayTrade, inBackground } = needs;
  const catalogue = new VehicleCatalogue(reads);
  const managed = new ManagedSearch({ db: pool, clock, catalogue: new VehicleCatalogue(pool, { unknown: true }) });
  const selling: SellTools = { pool, media, siteOrigin: tools.siteOrigin, unconfirmedMayTrade };
  return [
    ...accountEndpoints({ tools, cookies, inBackground }),
    ...sessionEndpoints({ tools, cookies, personalData }),
    ...adminEndpoints({ tools, personalData }),
    ...articleEndpoints({ articles }),
    ...newsletterEndpoints({ tools }),
    ...contactEndpoints({ tools: { pool, contact } }),
    ...mediaEndpoints(media),
    ...favouriteEndpoints({ pool }),
    ...ownListingEndpoints(selling),
    ...draftEndpoints(selling),
    ...managedListingEndpoints(selling, clock),
    ...listingEndpoints({ db: pool, reads, clock, catalogue }),
    ...stockEndpoints({ reads, clock, catalogue }),
    ...vehicleEndpoints(),
    ...vinEndpoints({ clock }),
    ...managedSearchEndpoints(managed),
    ...searchEndpoints({ reads, clock, catalogue }),
    ...paymentEndpoints({ tools: trade.payments, publishableKey }),
    ...bookingEndpoints(trade),
    ...reviewEndpoints({ pool, siteOrigin: tools.siteOrigin }),
    ...managedReviewEndpoints({ pool }),
    ...managedPaymentEndpoints(trade.payments),
    ...managedBookingEndpoints(trade),
    ...dashboardEndpoints({ db: pool, clock }),
    ...reportEndpoints({ db: pool, clock, press }),
    ...tableEndpoints({ tools, search: managed }),
  ];
}
