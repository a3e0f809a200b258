import type pg from 'pg';
import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import { adminBookingEndpoints, bookingEndpoints } from '#features/aftersales/bookings/server/booking-endpoints.ts';
import { refundApproval } from '#features/aftersales/bookings/server/cancel-booking.ts';
import { completeOrderBookings, lockToComplete } from '#features/aftersales/bookings/server/change-booking.ts';
import { adminReviewEndpoints, reviewEndpoints } from '#features/aftersales/car-reviews/server/review-endpoints.ts';
import { adminClaimEndpoints, claimEndpoints } from '#features/aftersales/claims/server/claim-endpoints.ts';
import { decisionApproval } from '#features/aftersales/claims/server/decide-claim.ts';
import { figuresEndpoints } from '#features/aftersales/figures/server/figures-endpoints.ts';
import { orderReviewEndpoints } from '#features/aftersales/order-reviews/server/order-review-endpoints.ts';
import { extensionEndpoints } from '#features/aftersales/rental-extensions/server/extension-endpoints.ts';
import { sellerEndpoints } from '#features/aftersales/sellers/server/seller-endpoints.ts';
import { matchApproval, undoApproval } from '#features/bookkeeping/bank-statements/server/matching/change-matches.ts';
import { statementEndpoints } from '#features/bookkeeping/bank-statements/server/statement-endpoints.ts';
import type { StatementThreads } from '#features/bookkeeping/bank-statements/server/statement-threads.ts';
import { booksEndpoints } from '#features/bookkeeping/books/server/books-endpoints.ts';
import { payoutDaysChange } from '#features/bookkeeping/payouts/server/change-payout-days.ts';
import { payoutApproval } from '#features/bookkeeping/payouts/server/pay-sellers.ts';
import { adminPayoutEndpoints, payoutEndpoints } from '#features/bookkeeping/payouts/server/payout-endpoints.ts';
import { inventoryEndpoints, searchEndpoints } from '#features/catalog/browse/server/search-endpoints.ts';
import { favoriteEndpoints } from '#features/catalog/favorites/server/favorite-endpoints.ts';
import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import { listingEndpoints } from '#features/catalog/inventory/server/listing-endpoints.ts';
import {
  landedCostEndpoints,
  landedQuoteEndpoints,
} from '#features/catalog/landed-cost/server/landed-cost-endpoints.ts';
import { publicImportCars } from '#features/catalog/landed-cost/server/public-import-cars.ts';
import {
  adminListingEndpoints,
  adminListings,
  adminSearchEndpoints,
} from '#features/catalog/moderation/server/admin-listing-endpoints.ts';
import { AdminSearch } from '#features/catalog/moderation/server/find-admin-listings.ts';
import { pricePositionEndpoints } from '#features/catalog/price-position/server/price-position-endpoints.ts';
import { savedSearchEndpoints } from '#features/catalog/saved-searches/server/saved-search-endpoints.ts';
import type { SavedSearchDeps } from '#features/catalog/saved-searches/server/saved-searches.ts';
import { draftEndpoints, myListingEndpoints } from '#features/catalog/sell/server/my-listing-endpoints.ts';
import type { SellDeps } from '#features/catalog/sell/server/my-listings.ts';
import type { StockImportDeps } from '#features/catalog/stock-import/server/imports/import-due-stock.ts';
import { stockImportEndpoints } from '#features/catalog/stock-import/server/stock-import-endpoints.ts';
import { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { vehicleEndpoints, vinEndpoints } from '#features/catalog/vehicles/server/vehicle-endpoints.ts';
import { vehicleNameEndpoints } from '#features/catalog/vehicles/server/vehicle-name-endpoints.ts';
import { officeThreadEndpoints, threadEndpoints } from '#features/conversations/threads/server/thread-endpoints.ts';
import type { ThreadDeps } from '#features/conversations/threads/server/write-message.ts';
import { publishing } from '#features/customs/import-rules/admin/server/publish-drafts.ts';
import { ruleOfficeEndpoints } from '#features/customs/import-rules/admin/server/rule-office-endpoints.ts';
import type { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import type { DestinationUses } from '#features/customs/import-rules/server/changes/destination-uses.ts';
import { importEndpoints } from '#features/customs/import-rules/server/import-endpoints.ts';
import { dashboardEndpoints } from '#features/office/dashboard/server/dashboard-endpoints.ts';
import { reportEndpoints, tableEndpoints } from '#features/office/reports/server/report-endpoints.ts';
import type { ReportQueue } from '#features/office/reports/server/report-queue.ts';
import { cashReceiptApproval, cashReturnApproval } from '#features/orders/billing/server/cash.ts';
import { cardHoldEndpoints } from '#features/orders/card-holds/server/card-hold-endpoints.ts';
import { captureApproval } from '#features/orders/card-holds/server/settle-card-hold.ts';
import { consigneeEndpoints } from '#features/orders/consignees/server/consignee-endpoints.ts';
import { driverEndpoints } from '#features/orders/drivers/server/driver-endpoints.ts';
import { holdRightEndpoints } from '#features/orders/holds/admin/server/hold-right.ts';
import { moveUndoApproval } from '#features/orders/holds/server/move-money.ts';
import { waitingEndpoints } from '#features/orders/holds/server/waiting-endpoints.ts';
import {
  adminOrderEndpoints,
  cashReturnEndpoints,
  rentalEndpoints,
} from '#features/orders/order-pages/admin/server/admin-order-endpoints.ts';
import {
  orderDocumentEndpoints,
  orderEndpoints,
  placeOrderEndpoints,
} from '#features/orders/order-pages/server/order-endpoints.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { securityApproval, securityReturnApproval } from '#features/orders/rental-charges/server/charge-order.ts';
import { contractEndpoints } from '#features/orders/sales-contracts/server/contract-endpoints.ts';
import { slipEndpoints } from '#features/orders/transfer-slips/server/slip-endpoints.ts';
import type { SaleDeps } from '#features/payments/order-acts/server/end-sale.ts';
import { orderActsEndpoints } from '#features/payments/order-acts/server/order-acts-endpoints.ts';
import { lossApproval } from '#features/payments/order-acts/server/record-loss.ts';
import { returnApproval } from '#features/payments/order-acts/server/record-return.ts';
import { termsChange } from '#features/payments/order-terms/server/change-terms.ts';
import { orderTermsEndpoints } from '#features/payments/order-terms/server/order-terms-endpoints.ts';
import { adminPaymentEndpoints } from '#features/payments/payments/admin/server/admin-payment-endpoints.ts';
import { paymentEndpoints } from '#features/payments/payments/server/payment-endpoints.ts';
import { refundSentApproval } from '#features/payments/payments/server/transfers/refund-transfers.ts';
import { payoutAccountEndpoints } from '#features/payments/payout-accounts/server/payout-account-endpoints.ts';
import { rateEndpoints } from '#features/payments/trade-terms/server/rate-endpoints.ts';
import { adminEndpoints } from '#features/people/accounts/admin/server/admin-endpoints.ts';
import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { accountEndpoints } from '#features/people/accounts/server/account-endpoints.ts';
import { apiKeyEndpoints } from '#features/people/api-keys/server/api-key-endpoints.ts';
import { approvalEndpoints } from '#features/people/approvals/server/approval-endpoints.ts';
import { secondFactorEndpoints, sessionEndpoints } from '#features/people/login/server/login-endpoints.ts';
import type { AccountCookies } from '#features/people/sessions/server/session-guard.ts';
import { giveDecidingRole } from '#features/people/staff/server/manage-people.ts';
import { peopleEndpoints } from '#features/people/staff/server/people-endpoints.ts';
import { watchEndpoints } from '#features/people/watch-lists/server/watch-endpoints.ts';
import { exportPaperEndpoints } from '#features/shipping/export-papers/server/export-paper-endpoints.ts';
import { handoverEndpoints } from '#features/shipping/handovers/server/handover-endpoints.ts';
import {
  boardEndpoints,
  fileEndpoints,
  shipmentEndpoints,
  tradeTermEndpoints,
} from '#features/shipping/shipments/server/shipment-endpoints.ts';
import { contactEndpoints } from '#features/site/contact/server/contact-endpoints.ts';
import type { ContactDeps } from '#features/site/contact/server/contact-messages.ts';
import { articleEndpoints } from '#features/site/content/server/article-endpoints.ts';
import type { ArticleLibrary } from '#features/site/content/server/read-content.ts';
import { adminDocumentEndpoints, verifyEndpoints } from '#features/site/issued-documents/server/document-endpoints.ts';
import type { MediaDeps } from '#features/site/media/server/accept-upload.ts';
import { mediaEndpoints } from '#features/site/media/server/media-endpoints.ts';
import { newsletterEndpoints } from '#features/site/newsletter/server/newsletter-endpoints.ts';
import {
  type NotificationEndpointDeps,
  notificationEndpoints,
} from '#features/site/notifications/server/notification-endpoints.ts';
import { bankAccountChange } from '#features/site/operator/server/bank-accounts.ts';
import { bankAccountEndpoints, operatorEndpoints } from '#features/site/operator/server/operator-endpoints.ts';
import type { SystemDeps } from '#features/site/system-status/server/read-system-status.ts';
import { systemStatusEndpoints } from '#features/site/system-status/server/system-status-endpoints.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Endpoint } from '#lib/server/http/endpoint.ts';
import type { InBackground } from '#lib/server/jobs/background.ts';
import type { PublicReads } from '../public-reads.ts';
import type { Area } from './api-docs.ts';
import { personalData } from './personal-data.ts';

type EndpointDeps = {
  pool: pg.Pool;
  reads: Queryable;
  /** How often lights and costs of a country are computed. */
  uses: DestinationUses;
  publicReads: PublicReads;
  inventory: Inventory;
  rules: RuleBookCache;
  catalog: VehicleCatalog;
  clock: Clock;
  accounts: AccountDeps;
  cookies: AccountCookies;
  articles(): Promise<ArticleLibrary>;
  contact: ContactDeps['contact'];
  media: MediaDeps;
  orders: BookingDeps;
  notifications: NotificationEndpointDeps;
  searches: SavedSearchDeps;
  /** Stripe's publishable key, for the card fields in the browser; null for simulated payments. */
  publishableKey: string | null;
  reportQueue: ReportQueue;
  stockImports: StockImportDeps;
  threads: ThreadDeps;
  statementThreads: StatementThreads;
  unconfirmedMayTrade: boolean;
  /** What the API keys of a user may spend together on reads; 0: no limit. */
  keyReadsPerMinute: number;
  /** Returns true if demo cars are on offer. */
  isDemoStock(): Promise<boolean>;
  /** What the screen System status says about this installation. */
  system: Omit<SystemDeps, 'db'>;
  /** What a restored copy tells its administrators; null for the real site. */
  heldCopy: { restoredTo: string | null } | null;
  inBackground: InBackground;
};

/** Collects the endpoints of all features by area. */
export function allEndpoints(deps: EndpointDeps): Record<Area, Endpoint[]> {
  const { pool, reads, publicReads, inventory, rules, catalog, clock, accounts, cookies, articles, contact, media } =
    deps;
  const {
    orders,
    publishableKey,
    reportQueue,
    unconfirmedMayTrade,
    keyReadsPerMinute,
    isDemoStock,
    system,
    heldCopy,
    inBackground,
  } = deps;
  const { siteOrigin } = accounts;
  const adminSearch = new AdminSearch({ db: pool, clock, catalog: new VehicleCatalog(pool, { unknown: true }), rules });
  const sale: SaleDeps = {
    ...{ clock, siteOrigin, numberOf: orderNumber },
    lockBookings: (db, orderId) => lockToComplete(db, orderId, () => clock.now()),
  };
  const selling: SellDeps = { pool, media, siteOrigin, unconfirmedMayTrade };
  return {
    people: [
      ...accountEndpoints({ deps: accounts, cookies, inBackground }),
      ...sessionEndpoints({ deps: accounts, cookies, personalData }),
      ...adminEndpoints({ deps: accounts, personalData, heldCopy }),
      ...secondFactorEndpoints(accounts),
      ...apiKeyEndpoints({ pool, readsPerMinute: keyReadsPerMinute }),
      ...approvalEndpoints({
        pool,
        kinds: [
          giveDecidingRole,
          publishing(rules),
          bankAccountChange(siteOrigin),
          termsChange,
          payoutApproval,
          payoutDaysChange,
          refundApproval(orders),
          refundSentApproval(orders.payments),
          cashReceiptApproval(orders),
          cashReturnApproval(orders),
          securityApproval({ clock, documents: orders.documents }),
          securityReturnApproval({ clock, documents: orders.documents }),
          captureApproval({ clock }),
          matchApproval({ pool, orders }),
          undoApproval({ pool, orders }),
          moveUndoApproval(orders),
          returnApproval(sale),
          lossApproval(sale),
          decisionApproval({ bookings: orders }),
        ],
      }),
      ...peopleEndpoints(accounts),
      ...watchEndpoints({ pool }),
    ],
    site: [
      ...operatorEndpoints({ pool }),
      ...bankAccountEndpoints({ pool, siteOrigin }),
      ...verifyEndpoints({ pool }),
      ...adminDocumentEndpoints(orders.documents),
      ...articleEndpoints({ articles }),
      ...newsletterEndpoints(accounts),
      ...notificationEndpoints(deps.notifications),
      ...contactEndpoints({ pool, contact }),
      ...mediaEndpoints(media),
      ...systemStatusEndpoints({ db: pool, ...system }),
    ],
    customs: [
      ...importEndpoints({ rules, clock, db: reads }),
      ...ruleOfficeEndpoints({
        ...{ pool, rules, clock, office: contact.email },
        publicCars: () => publicImportCars(pool),
      }),
    ],
    catalog: [
      ...favoriteEndpoints({ pool }),
      ...savedSearchEndpoints(deps.searches),
      ...myListingEndpoints(selling),
      ...draftEndpoints(selling),
      ...adminListingEndpoints(selling, clock),
      ...vehicleNameEndpoints({ pool, catalog }),
      ...stockImportEndpoints(deps.stockImports),
      ...listingEndpoints({
        db: pool,
        reads,
        cards: publicReads.cards,
        inventory,
        clock,
        catalog,
        admin: adminListings,
      }),
      ...inventoryEndpoints({ inventory, clock, catalog }),
      ...pricePositionEndpoints({ inventory, catalog }),
      ...landedCostEndpoints({ rules, clock, db: publicReads.landedCosts, uses: deps.uses }),
      ...landedQuoteEndpoints({ rules, clock, pool, documents: orders.documents }),
      ...vehicleEndpoints(),
      ...vinEndpoints({ pool, clock, inBackground }),
      ...adminSearchEndpoints(adminSearch),
      ...searchEndpoints({ inventory, clock, catalog, rules }),
    ],
    conversations: [...threadEndpoints(deps.threads), ...officeThreadEndpoints(deps.threads)],
    payments: [
      ...paymentEndpoints({ deps: orders.payments, publishableKey }),
      ...orderActsEndpoints({ ...sale, pool }),
      ...payoutAccountEndpoints({ ...accounts, clock }),
      ...orderTermsEndpoints({ pool, clock, timeZone: orders.documents.timeZone }),
      ...rateEndpoints({ pool, clock }),
      ...adminPaymentEndpoints(orders.payments),
    ],
    orders: [
      ...orderEndpoints(orders.payments),
      ...contractEndpoints({ payments: orders.payments, documents: orders.documents, siteOrigin }),
      ...consigneeEndpoints({ pool, clock, siteOrigin, accounts, documents: orders.documents, rules }),
      ...orderDocumentEndpoints(orders.documents),
      ...cashReturnEndpoints({ pool, documents: orders.documents }),
      ...placeOrderEndpoints(orders),
      ...waitingEndpoints({ pool }),
      ...holdRightEndpoints({ pool }),
      ...cardHoldEndpoints(orders.payments),
      ...slipEndpoints(media),
      ...driverEndpoints({ ...media, siteOrigin }),
      ...rentalEndpoints({ pool, clock, siteOrigin, documents: orders.documents, media }),
      ...adminOrderEndpoints({
        pool,
        clock,
        documents: orders.documents,
        payments: orders.payments,
        siteOrigin,
        complete: (adminId, orderId, origin) => completeOrderBookings(orders, adminId, orderId, origin),
      }),
    ],
    shipping: [
      ...shipmentEndpoints({ pool, clock, siteOrigin }),
      ...tradeTermEndpoints(orders),
      ...boardEndpoints({ pool, clock, siteOrigin, rules }),
      ...exportPaperEndpoints(orders.documents),
      ...handoverEndpoints({ pool, clock, siteOrigin, documents: orders.documents }),
      ...fileEndpoints({ media, clock, siteOrigin }),
    ],
    bookkeeping: [
      ...booksEndpoints({ pool, clock }),
      ...payoutEndpoints({ ...orders.documents, clock }),
      ...adminPayoutEndpoints({ ...orders.documents, clock }),
      ...statementEndpoints({
        pool,
        clock,
        threads: deps.statementThreads,
        orders: { payments: orders.payments, siteOrigin },
      }),
    ],
    aftersales: [
      ...claimEndpoints({ bookings: orders, media }),
      ...adminClaimEndpoints({ bookings: orders, media }),
      ...bookingEndpoints(orders),
      ...extensionEndpoints(orders),
      ...figuresEndpoints({ db: publicReads.figures, clock, catalog, isDemoStock }),
      ...sellerEndpoints({ db: publicReads.sellers, inventory }),
      ...reviewEndpoints({ pool, siteOrigin }),
      ...adminReviewEndpoints({ pool }),
      ...orderReviewEndpoints({ pool, clock }),
      ...adminBookingEndpoints(orders),
    ],
    office: [
      ...dashboardEndpoints({ db: pool, clock }),
      ...reportEndpoints({ db: pool, clock, queue: reportQueue }),
      ...tableEndpoints({ deps: accounts, search: adminSearch }),
    ],
  };
}
