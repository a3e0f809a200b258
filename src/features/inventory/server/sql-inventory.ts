import { isCountable } from '#features/listings/model/criteria/listing-criteria.ts';
import { bandsTouched } from '#features/listings/model/criteria/price-bands.ts';
import {
  countFacet,
  type Dimension,
  findCards,
  findFeatured,
  findListings,
  findRelated,
} from '#features/listings/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { cardJson, relatedJson } from './card-json.ts';
import type { FacetName, Inventory } from './inventory.ts';

/** Whether there are counters by the values of a filter. */
const isDimension = (name: FacetName): name is Dimension =>
  name === 'vehicles' || name === 'carType' || name === 'year';

/** Answers with the counters and indexes of the database. */
export function sqlInventory(db: Queryable): Inventory {
  return {
    async find(ranked, request) {
      const { cards, ...totals } = await findListings(db, ranked, request);
      return { ...totals, cards: cards.map(cardJson) };
    },
    async countFacet(name, criteria, values) {
      if (values.length === 0) return [];
      if (!isDimension(name)) return values.map((value) => ({ value, cars: null }));
      const counted = await countFacet(db, name, criteria, values);
      const isKnown = isCountable(criteria) && bandsTouched(criteria.minPriceCents, criteria.maxPriceCents).exact;
      return isKnown ? counted : counted.map(({ value }) => ({ value, cars: null }));
    },
    /** Reads only the two ends of a price index. */
    async priceRange(criteria) {
      const first = async (order: 'price-asc' | 'price-desc') =>
        (await findCards(db, { criteria, order, limit: 1, offset: 0, total: 1 }))[0]?.priceCents;
      const [least, most] = await Promise.all([first('price-asc'), first('price-desc')]);
      return least === undefined || most === undefined ? null : { least, most };
    },
    featured: async () => (await findFeatured(db)).map(cardJson),
    related: async (id, limit) => (await findRelated(db, id, limit)).map(relatedJson),
  };
}
