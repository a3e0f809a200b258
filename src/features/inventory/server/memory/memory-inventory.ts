import { chooseFeatured, FRESH } from '#features/listings/model/criteria/featured-cars.ts';
import { type ListingCriteria, without } from '#features/listings/model/criteria/listing-criteria.ts';
import { rankRelated } from '#features/listings/model/criteria/related-cars.ts';
import { optionsOf } from '#features/listings/model/listing-fields.ts';
import type { PageRequest } from '#features/listings/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { FacetName, FoundCards, Inventory, ValueCount } from '../inventory.ts';
import { type CarIndex, type CountedBy, NO_TYPE } from './car-index.ts';
import { type Reservation, reservedCard } from './reservations.ts';

type Indexed = { index: CarIndex; reservations: ReadonlyMap<number, Reservation> };

type Needs = {
  /** The index, or null while there is none. */
  current(): Indexed | null;
  /** Brings the index up to date. Null if it is. */
  refresh(): Promise<void> | null;
  /** Answers while there is no index, and finds words in texts. */
  sql: Inventory;
  clock: Clock;
};

const CAR_TYPES: readonly string[] = optionsOf('carType');
/** Candidates for related cars. */
const OF_SAME_MAKE = 40;
const NEAR_IN_PRICE = 20;

/** Answers from the index in this process. */
export function memoryInventory({ current, refresh, sql, clock }: Needs): Inventory {
  const upToDate = async () => {
    await refresh();
    return current();
  };
  return {
    async find(ranked, request) {
      const indexed = ranked.some(hasWords) ? null : await upToDate();
      return indexed ? find(indexed, ranked, request, clock.now()) : sql.find(ranked, request);
    },
    async countFacet(name, criteria, values) {
      const indexed = hasWords(criteria) ? null : await upToDate();
      return indexed ? countFacet(indexed.index, name, criteria, values) : sql.countFacet(name, criteria, values);
    },
    async priceRange(criteria) {
      const indexed = hasWords(criteria) ? null : await upToDate();
      if (!indexed) return sql.priceRange(criteria);
      const { index } = indexed;
      const matches = index.match(criteria);
      const [cheapest] = index.page(matches, 'price-asc', 0, 1);
      const [dearest] = index.page(matches, 'price-desc', 0, 1);
      if (cheapest === undefined || dearest === undefined) return null;
      return { least: index.priceOf(cheapest), most: index.priceOf(dearest) };
    },
    async featured() {
      const indexed = await upToDate();
      if (!indexed) return sql.featured();
      const { index } = indexed;
      const fresh = index.match({ offer: 'Sell' }, { certified: true, hasPictures: true });
      const chosen = chooseFeatured(index.page(fresh, 'newest', 0, FRESH), (slot) => index.makeOf(slot));
      return cardsOf(indexed, chosen, clock.now());
    },
    async related(id, limit) {
      const indexed = await upToDate();
      const slot = indexed?.index.slotOf(id);
      return indexed && slot !== undefined ? related(indexed, slot, limit, clock.now()) : sql.related(id, limit);
    },
  };
}

const hasWords = ({ words }: ListingCriteria) => words !== undefined && words.length > 0;

function find(indexed: Indexed, ranked: ListingCriteria[], request: PageRequest, now: Date): FoundCards {
  const { index } = indexed;
  const slots: number[] = [];
  let total = 0;
  for (const criteria of ranked) {
    const matches = index.match(criteria);
    const skip = Math.max(0, (request.page - 1) * request.limit - total);
    slots.push(...index.page(matches, request.order, skip, request.limit - slots.length));
    total += matches.count;
  }
  return { cards: cardsOf(indexed, slots, now), total, totalIsLeast: false };
}

function cardsOf({ index, reservations }: Indexed, slots: number[], now: Date): string[] {
  return slots.map((slot) => {
    const reservation = reservations.get(index.idOf(slot));
    return reservation ? reservedCard(index.cardOf(slot), reservation, now) : index.cardOf(slot);
  });
}

function countFacet(
  index: CarIndex,
  name: FacetName,
  criteria: ListingCriteria,
  values: readonly (string | number)[],
): ValueCount[] {
  const matches = index.match(without(criteria, name));
  const counts = new Map<CountedBy, ReadonlyMap<number, number>>();
  const counted = (by: CountedBy, value: number): number => {
    const ofValues = counts.get(by) ?? index.countBy(matches, by);
    counts.set(by, ofValues);
    return ofValues.get(value) ?? 0;
  };
  const carsOf = (value: string | number): number => {
    const key = Number(value);
    if (name === 'year') return counted('year', key);
    if (name === 'vehicles') return counted(key > 0 ? 'make' : 'model', Math.abs(key));
    const option = optionsOf(name).find((each) => each === value);
    return option ? index.countOption(matches, name, option) : 0;
  };
  return values.map((value) => ({ value, cars: carsOf(value) })).filter(({ cars }) => cars > 0);
}

function related(indexed: Indexed, slot: number, limit: number, now: Date): string[] {
  const { index } = indexed;
  const offer = index.offerOf(slot);
  const type = CAR_TYPES[index.typeOf(slot)];
  const ofMake = index.match({ offer, vehicles: [index.makeOf(slot)] });
  const candidates = index.page(ofMake, 'newest', 0, OF_SAME_MAKE);
  if (index.typeOf(slot) !== NO_TYPE) {
    const ofType = index.match({ offer, carType: type as NonNullable<ListingCriteria['carType']> });
    for (const direction of ['up', 'down'] as const)
      candidates.push(...index.nearestInPrice(ofType, index.priceOf(slot), direction, NEAR_IN_PRICE));
  }
  const compared = (each: number) => ({
    slot: each,
    id: index.idOf(each),
    make: index.makeOf(each),
    carType: CAR_TYPES[index.typeOf(each)] ?? null,
    priceCents: index.priceOf(each),
    postedAt: index.postedAtOf(each),
  });
  return rankRelated(compared(slot), candidates.map(compared), limit).map((car) => {
    const [card] = cardsOf(indexed, [car.slot], now);
    return `${card!.slice(0, -1)},"score":${car.score},"tags":${JSON.stringify(car.tags)}}`;
  });
}
