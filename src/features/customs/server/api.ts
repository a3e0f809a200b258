/** The server functions and types that later areas and the app use. */

export { deleteMistakesOlderThan } from '#features/customs/import-rules/server/mistakes.ts';
export { type CountedCar, pacer } from '../import-rules/admin/server/publish-drafts.ts';
export type { PublishedBook, RuleBookCache } from '../import-rules/server/book/rule-book-cache.ts';
export type { DestinationUses } from '../import-rules/server/changes/destination-uses.ts';
export { changesBetween, countriesBehind, type RuleChange } from '../import-rules/server/changes/rule-changes.ts';
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
  missingResponse,
  sailingResponse,
  sentenceOf,
  sentenceOfDoubt,
  sourcedResponse,
  sourceResponses,
} from '../import-rules/server/import-responses.ts';
export { type PlannedSailing, publishSailings } from '../import-rules/server/publish-sailings.ts';
export { type OwnFreight, publishOwnFreight } from '../import-rules/server/rates/publish-own-freight.ts';
export { rateNear } from '../import-rules/server/rates/rate-store.ts';
