/** The server functions and types of this feature that other features may import. */
export type { PublishedBook } from './book/published-book.ts';
export type { RuleBookCache } from './book/rule-book-cache.ts';
export { type CountedCar, pacer } from './counted-cars.ts';
export { type DestinationRules, destinationRules } from './destination-rules.ts';
export { type ImportDeps, todayOf } from './import-endpoints.ts';
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
} from './import-responses.ts';
export { missingResponse, sentenceOf, sentenceOfDoubt } from './import-texts.ts';
export { deleteMistakesOlderThan } from './mistake-store.ts';
export { type OwnFreight, publishOwnFreight } from './rates/publish-own-freight.ts';
export { rateNear } from './rates/rate-store.ts';
