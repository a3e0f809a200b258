import {
  isCountable,
  isFlag,
  isLandedOrder,
  type ListingCriteria,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { bandsTouched } from '#features/catalog/listings/model/criteria/price-bands.ts';
import { FLAG_CONDITIONS, VALUE_COLUMNS } from '#features/catalog/listings/server/criteria-sql.ts';
import { countListings, findListings, type PageRequest } from '#features/catalog/listings/server/find-listings.ts';
import { findReachable, findRelated, publicCards } from '#features/catalog/listings/server/find-public-listing.ts';
import { countByColumn, countFacet, type Dimension } from '#features/catalog/listings/server/listing-count-store.ts';
import { findCards } from '#features/catalog/listings/server/listing-page-store.ts';
import { findFreshCertified, findIdentified, wordsInTexts } from '#features/catalog/listings/server/listing-store.ts';
import type { ListRequest } from '#features/catalog/listings/server/query-criteria.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { chooseFeatured } from '../../listings/model/criteria/listing-criteria.ts';
import type { ListingCard } from '../../listings/model/listing.ts';
import {
  type CountedFilter,
  cardJson,
  detailJson,
  type FoundCards,
  type Inventory,
  relatedJson,
  type ValueCount,
} from './inventory.ts';
import type { RulesOf } from './memory/destinations/destinations.ts';
import { SqlImports } from './sql-imports.ts';

/** Returns the cars of the home page. */
async function findFeatured(db: Queryable): Promise<ListingCard[]> {
  return chooseFeatured(await findFreshCertified(db), (car) => car.make);
}

/** Whether there are counters by the values of a filter. */
const hasCounters = (name: CountedFilter): name is Dimension =>
  name === 'vehicles' || name === 'carType' || name === 'year';

/** Answers with the counters and indexes of the database. */
export function sqlInventory(db: Queryable, rulesOf: RulesOf): Inventory {
  const imports = new SqlImports(db, rulesOf);
  const findStored = async (ranked: ListingCriteria[], request: PageRequest): Promise<FoundCards> => {
    const { cards, ...totals } = await findListings(db, ranked, request);
    return { ...totals, cards: cards.map(cardJson) };
  };
  const findAssessed = async (ranked: ListingCriteria[], request: ListRequest): Promise<FoundCards> => {
    const { page, limit, order, bestFirst } = request;
    const found = await Promise.all(ranked.map((criteria) => imports.idsOf(criteria, order, bestFirst)));
    const ids = found.flat();
    const cards = await publicCards(db, ids.slice((page - 1) * limit, page * limit));
    return { cards: cards.map(cardJson), total: ids.length, totalIsLeast: false };
  };
  return {
    async find(ranked, request) {
      const { order } = request;
      const [first] = ranked;
      if (isLandedOrder(order)) return findAssessed(ranked, request);
      const stored = { ...request, order };
      if (first?.mayImport || first?.landedCents) return findAssessed(ranked, request);
      if (!first?.destination || !request.bestFirst) return findStored(ranked, stored);
      // An order that nobody chose is left out if there are too many cars.
      return findAssessed(ranked, request).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'overloaded') return findStored(ranked, stored);
        throw error;
      });
    },
    async count(criteria) {
      const resolved = await imports.resolved(criteria);
      return resolved.ids ? { total: resolved.ids.length, totalIsLeast: false } : countListings(db, criteria);
    },
    async countFacet(name, asked, values) {
      if (values?.length === 0) return [];
      if (name === 'mayImport') return imports.countLights(asked);
      const criteria = await imports.resolved(asked);
      if (hasCounters(name) && isCountedExactly(criteria)) return countFacet(db, name, criteria, values ?? []);
      const counted = await countRows(db, name, criteria);
      if (counted) return values ? counted.filter(({ value }) => values.map(String).includes(String(value))) : counted;
      const possible = hasCounters(name) ? await countFacet(db, name, criteria, values ?? []) : [];
      return possible.map(({ value }) => ({ value, cars: null }));
    },
    withoutTotal: (criteria) => imports.countWithoutTotal(criteria),
    prohibited: (criteria) => imports.countProhibited(criteria),
    /** Reads only the two ends of a price index. */
    async priceRange(asked) {
      const criteria = await imports.resolved(asked);
      const first = async (order: 'price-asc' | 'price-desc') =>
        (await findCards(db, { criteria, order, limit: 1, offset: 0, total: 1 }))[0]?.priceCents;
      const [least, most] = await Promise.all([first('price-asc'), first('price-desc')]);
      return least === undefined || most === undefined ? null : { least, most };
    },
    async detail(id) {
      const listing = await findReachable(db, id);
      return listing && detailJson(listing);
    },
    vehicleOf: () => null,
    featured: async () => (await findFeatured(db)).map(cardJson),
    identified: async (identity) => (await findIdentified(db, identity)).map(cardJson),
    wordsInTexts: (words) => wordsInTexts(db, words),
    related: async (id, limit) => (await findRelated(db, id, limit)).map(relatedJson),
  };
}

function isCountedExactly(criteria: ListingCriteria): boolean {
  return isCountable(criteria) && bandsTouched(criteria.priceCents?.min, criteria.priceCents?.max).exact;
}

/** Counts the matching rows by value; null if they are too many. */
async function countRows(
  db: Queryable,
  name: Exclude<CountedFilter, 'mayImport'>,
  criteria: ListingCriteria,
): Promise<ValueCount[] | null> {
  if (isFlag(name)) return countByColumn(db, `case when ${FLAG_CONDITIONS[name]} then 'true' end`, criteria);
  if (name !== 'vehicles') return countByColumn(db, name === 'year' ? 'year' : VALUE_COLUMNS[name], criteria);
  const [makes, models] = [
    await countByColumn(db, 'make_id', criteria),
    await countByColumn(db, '-model_id', criteria),
  ];
  return makes && models && [...makes, ...models];
}
