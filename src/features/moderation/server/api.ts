/** The server functions and types of this feature that other features may import. */
export type { ManagedSearch } from './admin-search.ts';
export { allWaiting, type ManagedRow } from './find-admin-listings.ts';
