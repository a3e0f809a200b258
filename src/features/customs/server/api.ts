/** The server functions and types that later areas and the app use. */
export type { PublishedBook } from '../import-rules/server/book/published-book.ts';
export type { RuleBookCache } from '../import-rules/server/book/rule-book-cache.ts';
export { type CountedCar, pacer } from '../import-rules/server/counted-cars.ts';
export type { DestinationRules } from '../import-rules/server/destination-rules.ts';
export { type ImportDeps, todayOf } from '../import-rules/server/import-endpoints.ts';
export {
  type Assessed,
  amounts,
  assess,
  assessedResponse,
  carOfFacts,
  chargesResponse,
  type Dated,
  sourcedResponse,
  sourceResponses,
} from '../import-rules/server/import-responses.ts';
export { missingResponse, sentenceOf, sentenceOfDoubt } from '../import-rules/server/import-texts.ts';
export { deleteMistakesOlderThan } from '../import-rules/server/mistake-store.ts';
export { type OwnFreight, publishOwnFreight } from '../import-rules/server/rates/publish-own-freight.ts';
export { rateNear } from '../import-rules/server/rates/rate-store.ts';
