/** The server functions and types of this feature that other features may import. */
export { firstMatching, QueryReader, searchCriteria, unranked } from './search-listings.ts';
export { TextWords } from './text-words.ts';
