/** The server functions and types of this feature that other features may import. */
export { destinationCost, destinationOf } from './destination-response.ts';
export { findFacets } from './find-facets.ts';
export type { CountedFilter, FoundCards, Inventory, ValueCount } from './inventory.ts';
export type { AdminListings } from './listing-endpoints.ts';
export { cardsJson, listingsJson } from './listings-json.ts';
