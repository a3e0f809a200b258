/** The server functions and types of this feature that other features may import. */
export type { AdminSearch } from './admin-search.ts';
export { type AdminListingRow, allQueued } from './find-admin-listings.ts';
