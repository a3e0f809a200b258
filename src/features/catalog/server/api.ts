/** The server functions and types that later areas and the app use. */

export { findWholeListing } from '#features/catalog/listings/server/listing-store.ts';
export { myListingForUpdate } from '#features/catalog/sell/server/my-listings.ts';
export type { CountedFilter, Inventory, ValueCount } from '../inventory/server/inventory.ts';
export { knownCity, makeQuote } from '../landed-cost/server/quotes/make-quote.ts';
export {
  costText,
  noticeText,
  placeText,
  quoteResponse,
  rulesText,
  shortQuoteResponse,
  verdictText,
} from '../landed-cost/server/quotes/quote-responses.ts';
export {
  type CheckoutListing,
  carForDocument,
  carsOfBookings,
  lockForCheckout,
  setCheckoutStatus,
} from '../listings/server/checkout-listing.ts';
export { findPublicListing } from '../listings/server/find-public-listing.ts';
export { countCars, countFacet } from '../listings/server/listing-count-store.ts';
export { toCardResponse } from '../listings/server/listing-mapper.ts';
export { rateListing } from '../listings/server/listing-store.ts';
export type { AdminSearch } from '../moderation/server/find-admin-listings.ts';
export { type AdminListingRow, allQueued } from '../moderation/server/find-admin-listings.ts';
export { deleteOldMatches } from '../saved-searches/server/matching/feed-store.ts';
export type { VehicleCatalog } from '../vehicles/server/vehicle-catalog.ts';
