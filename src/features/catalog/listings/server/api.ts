/** The server functions and types of this feature that other features may import. */
export {
  type CheckoutListing,
  carForDocument,
  carsOfBookings,
  lockForCheckout,
  setCheckoutStatus,
} from './checkout-listing.ts';
export { CLAIMED } from './claimed.ts';
export {
  BITMAP_SCAN_LIMIT,
  criteriaSql,
  isByPrice,
  listingOrderSql,
  narrowSql,
  Parameters,
  PUBLIC,
  type ScanMethod,
  sortColumn,
  stopSql,
} from './criteria-sql.ts';
export { importCarOfListing } from './facts/fact-origins.ts';
export { IMPORT_COLUMNS, type ImportRow, importCarOfRow } from './facts/import-row.ts';
export { FLAG_CONDITIONS, RANGE_EXPRESSIONS, VALUE_COLUMNS } from './filter-columns.ts';
export { findFeatured } from './find-featured.ts';
export { countListings, findListings, type PageRequest, type Total } from './find-listings.ts';
export {
  findOwnOrAdmin,
  findPublicListing,
  findPublicListings,
  findReachable,
  findRelated,
  notPublic,
} from './find-public-listing.ts';
export {
  countByColumn,
  countCars,
  countFacet,
  type Dimension,
  foldCounts,
  wholeWordsFirst,
} from './listing-count-store.ts';
export { toCardResponse, toListingDecimalResponse, toListingResponse } from './listing-mapper.ts';
export { findCards } from './listing-page-store.ts';
export { rateListing } from './listing-rating-store.ts';
export { CARD_COLUMNS, type CardRow, cardOfRow, fieldColumns } from './listing-rows.ts';
export {
  findIdentified,
  findPublicCards,
  listingsOfSeller,
  publicCarsForSale,
  withdrawListings,
  wordsInTexts,
} from './listing-store.ts';
export {
  addView,
  deleteListing,
  findWholeListing,
  hasVinDuplicate,
  insertListing,
  type ListingInput,
  listingsOfUser,
  type MyListing,
  setStatus,
  updateListing,
} from './my-listing-store.ts';
export { paginationOf } from './pagination.ts';
export { centsRange, criteriaOfQuery, isRanked, type ListRequest, pageOfQuery } from './query-criteria.ts';
export type { PlaceOnCard } from './share-card-routes.ts';
