import { callsOf } from '#lib/api-client/api-call.ts';
import type { inventoryContract } from './browse/model/inventory-contract.ts';
import type { searchContract } from './browse/model/search-contract.ts';
import type { favoriteContract } from './favorites/model/favorite-contract.ts';
import type { landedCostContract, landedQuoteContract } from './landed-cost/model/landed-cost-contract.ts';
import type { listingContract } from './listings/model/listing-contract.ts';
import type { pricePositionContract } from './price-position/model/price-position-contract.ts';
import type { savedSearchContract } from './saved-searches/model/saved-search-contract.ts';
import type { sellContract } from './sell/model/sell-contract.ts';
import type { vehicleContract, vinContract } from './vehicles/model/vehicle-contract.ts';

export const inventoryCalls = callsOf<typeof inventoryContract>({
  find: 'GET /api/stock',
});

export const searchCalls = callsOf<typeof searchContract>({
  suggestions: 'GET /api/listings/suggestions',
  relaxations: 'GET /api/listings/relaxations',
});

export const favoriteCalls = callsOf<typeof favoriteContract>({
  list: 'GET /api/favourites',
  save: 'PUT /api/favourites/:id',
  remove: 'DELETE /api/favourites/:id',
  merge: 'POST /api/favourites/merge',
});

export const savedSearchCalls = callsOf<typeof savedSearchContract>({
  count: 'GET /api/saved-searches/count',
  list: 'GET /api/saved-searches',
  save: 'POST /api/saved-searches',
  change: 'PUT /api/saved-searches/:id',
  remove: 'DELETE /api/saved-searches/:id',
});

export const landedCostCalls = callsOf<typeof landedCostContract>({
  check: 'GET /api/import/check',
  one: 'GET /api/landed-cost',
  several: 'GET /api/landed-costs',
});

export const landedQuoteCalls = callsOf<typeof landedQuoteContract>({
  make: 'POST /api/landed-quotes',
  read: 'GET /api/landed-quotes/:code',
  pdf: 'GET /api/landed-quotes/:code/pdf',
});

export const listingCalls = callsOf<typeof listingContract>({
  featured: 'GET /api/api/listings/featured',
  find: 'GET /api/api/listings/listings',
  search: 'GET /api/api/listings/search',
  cards: 'GET /api/api/listings/cards',
  one: 'GET /api/api/listings/:id',
  oneToPay: 'GET /api/api/listings/listings/:id',
  related: 'GET /api/api/listings/:id/related',
  countView: 'POST /api/listings/:id/views',
  shareCard: 'GET /api/media/cards/:file',
});

export const pricePositionCalls = callsOf<typeof pricePositionContract>({
  of: 'GET /api/listings/:id/price-position',
});

export const sellCalls = callsOf<typeof sellContract>({
  create: 'POST /api/api/listings/listings',
  myListings: 'GET /api/my-listings',
  myListing: 'GET /api/my-listings/:id',
  edit: 'PUT /api/my-listings/:id',
  move: 'POST /api/my-listings/:id/moves',
  remove: 'DELETE /api/my-listings/:id',
  draft: 'GET /api/listing-draft',
  saveDraft: 'PUT /api/listing-draft',
  dropDraft: 'DELETE /api/listing-draft',
});

export const vehicleCalls = callsOf<typeof vehicleContract>({
  list: 'GET /api/vehicles',
  evSpecs: 'GET /api/vehicles/ev-specs',
});

export const vinCalls = callsOf<typeof vinContract>({
  read: 'GET /api/vin/:vin',
});
