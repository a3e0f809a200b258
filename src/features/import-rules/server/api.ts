/** The server functions and types of this feature that other features may import. */
export type { PublishedBook } from './book/published-book.ts';
export type { RuleBookCache } from './book/rule-book-cache.ts';
