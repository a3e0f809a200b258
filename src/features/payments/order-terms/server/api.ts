/** The server functions and types of this feature that other features may import. */
export { bankDaysFrom } from './bank-day-store.ts';
export { newestTerms } from './terms-store.ts';
