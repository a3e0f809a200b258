import { bookingsToExport } from '#features/aftersales/bookings/server/booking-store.ts';
import { detachBookings } from '#features/aftersales/bookings/server/my-bookings.ts';
import { eraseReviewTexts, reviewTextsOfUser } from '#features/aftersales/car-reviews/server/review-store.ts';
import { claimsToExport, keepClaims } from '#features/aftersales/claims/server/claim-store.ts';
import { eraseOrderReviews, orderReviewsOfUser } from '#features/aftersales/order-reviews/server/order-review-store.ts';
import {
  erasePayoutAccounts,
  keepPayouts,
  payoutAccountsToExport,
  payoutsToExport,
} from '#features/bookkeeping/payouts/server/personal-payouts.ts';
import { deleteFavorites, savedCars } from '#features/catalog/favorites/server/favorites.ts';
import { searchesToExport } from '#features/catalog/saved-searches/server/saved-search-store.ts';
import { keepSearches, searchesOfAddress } from '#features/catalog/saved-searches/server/saved-searches.ts';
import { draftForExport, dropDraft } from '#features/catalog/sell/server/drafts.ts';
import { listingsForExport, withdrawListingsOf } from '#features/catalog/sell/server/my-listings.ts';
import {
  deleteImportsOf,
  importsForExport,
} from '#features/catalog/stock-import/server/imports/import-record-store.ts';
import {
  eraseThreads,
  eraseThreadsOfAddress,
  threadsOfAddress,
  threadsToExport,
} from '#features/conversations/threads/server/personal-threads.ts';
import {
  contractsToExport,
  keepForTheBooks,
  ordersToExport,
  salesToExport,
  transfersToExport,
} from '#features/office/retention/server/personal-orders.ts';
import { driversToExport, eraseDrivers } from '#features/orders/drivers/server/driver-store.ts';
import { eraseWaiting, waitingToExport } from '#features/orders/holds/server/waiting-store.ts';
import { consigneesToExport, eraseConsignees } from '#features/orders/orders/server/consignee-store.ts';
import { eraseHolders, holdsToExport } from '#features/orders/orders/server/order-store.ts';
import { eraseSlips, slipsToExport } from '#features/orders/transfer-slips/server/slip-store.ts';
import { detachPayments, paymentsToExport } from '#features/payments/payments/server/personal-data.ts';
import { answersToExport, eraseDeclarations } from '#features/payments/server/api.ts';
import { dataOfAddress, type PersonalData } from '#features/people/accounts/server/my-data.ts';
import { deleteApiKeys, findApiKeys } from '#features/people/api-keys/server/api-keys.ts';
import { handoversToExport, keepHandovers } from '#features/shipping/handovers/server/handover-store.ts';
import { openingsToExport } from '#features/shipping/shipments/server/files/file-store.ts';
import {
  eventsOfUser,
  filesToExport,
  forgetCalendars,
  keepOrderFiles,
  parcelsToExport,
} from '#features/shipping/shipments/server/personal-shipments.ts';
import { deleteMessagesOf, messagesOf } from '#features/site/contact/server/contact-store.ts';
import { deleteUploadsOfUser, uploadsOfUser } from '#features/site/media/server/upload-store.ts';
import { deleteSubscriptionsOf, subscriptionsOf } from '#features/site/newsletter/server/newsletter-store.ts';
import { deletePeopleOfAddress, deletePersonOfUser } from '#features/site/notifications/server/person-store.ts';
import {
  alertsOfAddress,
  keepPerson,
  notificationsOfUser,
  settingsOfUser,
} from '#features/site/notifications/server/personal-notifications.ts';

/** Personal data in features that accounts cannot import: how to export it and how to erase it. */
export const personalData: PersonalData[] = [
  { name: 'favourites', read: savedCars, forget: deleteFavorites },
  { name: 'listings', read: listingsForExport, forget: withdrawListingsOf },
  { name: 'savedSearches', read: searchesToExport, forget: keepSearches },
  { name: 'notifications', read: notificationsOfUser, forget: keepPerson },
  { name: 'notificationSettings', read: settingsOfUser, forget: deletePersonOfUser },
  { name: 'draft', read: draftForExport, forget: dropDraft },
  { name: 'stockImports', read: importsForExport, forget: deleteImportsOf },
  { name: 'uploads', read: uploadsOfUser, forget: deleteUploadsOfUser },
  { name: 'conversations', read: threadsToExport, forget: eraseThreads },
  { name: 'payments', read: paymentsToExport, forget: detachPayments },
  { name: 'shipments', read: eventsOfUser, forget: forgetCalendars },
  { name: 'orderFiles', read: filesToExport, forget: keepOrderFiles },
  { name: 'openedFiles', read: openingsToExport, forget: keepOrderFiles },
  { name: 'parcels', read: parcelsToExport, forget: keepOrderFiles },
  { name: 'claims', read: claimsToExport, forget: keepClaims },
  { name: 'handovers', read: handoversToExport, forget: keepHandovers },
  { name: 'waitingFor', read: waitingToExport, forget: eraseWaiting },
  { name: 'transferHolds', read: holdsToExport, forget: eraseHolders },
  { name: 'slips', read: slipsToExport, forget: eraseSlips },
  { name: 'drivers', read: driversToExport, forget: eraseDrivers },
  { name: 'apiKeys', read: findApiKeys, forget: deleteApiKeys },
  { name: 'bookings', read: bookingsToExport, forget: detachBookings },
  { name: 'orderDestinations', read: answersToExport, forget: eraseDeclarations },
  { name: 'consignees', read: consigneesToExport, forget: eraseConsignees },
  { name: 'payoutAccounts', read: payoutAccountsToExport, forget: erasePayoutAccounts },
  { name: 'payouts', read: payoutsToExport, forget: keepPayouts },
  { name: 'orders', read: ordersToExport, forget: keepForTheBooks },
  { name: 'sales', read: salesToExport, forget: keepForTheBooks },
  { name: 'contracts', read: contractsToExport, forget: keepForTheBooks },
  { name: 'transfers', read: transfersToExport, forget: keepForTheBooks },
  { name: 'orderReviews', read: orderReviewsOfUser, forget: eraseOrderReviews },
  { name: 'reviews', read: reviewTextsOfUser, forget: eraseReviewTexts },
  dataOfAddress({ name: 'contactMessages', read: messagesOf, forget: deleteMessagesOf }),
  dataOfAddress({ name: 'guestConversations', read: threadsOfAddress, forget: eraseThreadsOfAddress }),
  dataOfAddress({ name: 'newsletter', read: subscriptionsOf, forget: deleteSubscriptionsOf }),
  dataOfAddress({ name: 'searchesByEmail', read: searchesOfAddress, forget: keepSearches }),
  dataOfAddress({ name: 'alertsByEmail', read: alertsOfAddress, forget: deletePeopleOfAddress }),
];
