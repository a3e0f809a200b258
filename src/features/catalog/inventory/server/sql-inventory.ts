import {
  isCountable,
  isFlag,
  isLandedOrder,
  type ListingCriteria,
  type ListingOrder,
  type ListOrder,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { bandsTouched } from '#features/catalog/listings/model/criteria/price-bands.ts';
import { FLAG_CONDITIONS, VALUE_COLUMNS } from '#features/catalog/listings/server/criteria-sql.ts';
import { countListings, findListings } from '#features/catalog/listings/server/find-listings.ts';
import { findReachable, findRelated } from '#features/catalog/listings/server/find-public-listing.ts';
import { countByColumn, countFacet, type Dimension } from '#features/catalog/listings/server/listing-count-store.ts';
import { findCards } from '#features/catalog/listings/server/listing-page-store.ts';
import { findFreshCertified, findIdentified, wordsInTexts } from '#features/catalog/listings/server/listing-store.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { chooseFeatured } from '../../listings/model/criteria/listing-criteria.ts';
import type { ListingCard } from '../../listings/model/listing.ts';
import { type CountedFilter, cardJson, detailJson, type Inventory, relatedJson, type ValueCount } from './inventory.ts';

/** Returns the cars of the home page. */
async function findFeatured(db: Queryable): Promise<ListingCard[]> {
  return chooseFeatured(await findFreshCertified(db), (car) => car.make);
}

/** Whether there are counters by the values of a filter. */
const hasCounters = (name: CountedFilter): name is Dimension =>
  name === 'vehicles' || name === 'carType' || name === 'year';

/** Answers with the counters and indexes of the database. */
export function sqlInventory(db: Queryable): Inventory {
  return {
    async find(ranked, request) {
      refuseImports(ranked[0]);
      const order = storedOrder(request.order);
      const { cards, ...totals } = await findListings(db, ranked, { ...request, order });
      return { ...totals, cards: cards.map(cardJson) };
    },
    async count(criteria) {
      refuseImports(criteria);
      return countListings(db, criteria);
    },
    async countFacet(name, criteria, values) {
      if (values?.length === 0) return [];
      refuseImports(criteria);
      if (name === 'mayImport') throw needsIndex();
      if (hasCounters(name) && isCountedExactly(criteria)) return countFacet(db, name, criteria, values ?? []);
      const counted = await countRows(db, name, criteria);
      if (counted) return values ? counted.filter(({ value }) => values.map(String).includes(String(value))) : counted;
      const possible = hasCounters(name) ? await countFacet(db, name, criteria, values ?? []) : [];
      return possible.map(({ value }) => ({ value, cars: null }));
    },
    async withoutTotal() {
      throw needsIndex();
    },
    /** Reads only the two ends of a price index. */
    async priceRange(criteria) {
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

const needsIndex = () =>
  new AppError('overloaded', 'lights and landed costs need the index', { messageKey: 'errors.importNeedsIndex' });

function refuseImports({ mayImport, landedCents }: Partial<ListingCriteria> = {}): void {
  if (mayImport || landedCents) throw needsIndex();
}

function storedOrder(order: ListOrder): ListingOrder {
  if (isLandedOrder(order)) throw needsIndex();
  return order;
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
