import { setImmediate } from 'node:timers/promises';
import {
  chooseFeatured,
  FRESH,
  isFlag,
  isLandedOrder,
  type ListingCriteria,
  MAY_IMPORT,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { rankRelated } from '#features/catalog/listings/model/criteria/related-cars.ts';
import type { OptionOf } from '#features/catalog/listings/model/listing-fields.ts';
import type { ListRequest } from '#features/catalog/listings/server/query-criteria.ts';
import type { ImportDestination } from '#features/customs/import-rules/model/destination.ts';
import type { Clock } from '#lib/clock.ts';
import type { Json } from '#lib/server/http/json-text.ts';
import type { CountedFilter, FoundCards, Inventory, ValueCount } from '../inventory.ts';
import type { CarIndex } from './car-index.ts';
import { type ColumnKind, type DestinationLimits, Destinations, type RulesOf } from './destinations/destinations.ts';
import type { Circumstances, DestinationColumns } from './find-matches.ts';
import type { ValueName } from './indexed-car.ts';
import type { Matches } from './matches.ts';
import { isOnCard, isRentedOn, type Reservation, reservedCard } from './reservations.ts';
import type { Value } from './value-column.ts';

type Indexed = { index: CarIndex; reservations: ReadonlyMap<number, Reservation>; imports?: DestinationColumns };

type Needs = {
  /** The index, or null while there is none. */
  current(): Indexed | null;
  /** Brings the index up to date. Null if it is. */
  refresh(): Promise<void> | null;
  /** Answers while there is no index, and finds what the index does not know. */
  sql: Inventory;
  /** Reads the response of a car without its reservation as JSON, from the primary database. */
  readDetail(id: number): Promise<string | null>;
  clock: Clock;
  /** The rules of destinations. */
  rulesOf: RulesOf;
  /** Limits of computing destinations; left out on a site. */
  limits?: DestinationLimits;
};

/** Counting by one filter takes milliseconds from this many cars on, so other requests are answered between two counts. */
const LARGE = 200_000;
/** Candidates for related cars. */
const OF_SAME_MAKE = 40;
const NEAR_IN_PRICE = 20;

/** Answers from the index in this process. */
export function memoryInventory({ current, refresh, sql, readDetail, clock, rulesOf, limits }: Needs): Inventory {
  let destinations: { index: CarIndex; of: Destinations } | null = null;
  const destinationsOf = (index: CarIndex) => {
    destinations ??= { index, of: new Destinations(index, rulesOf, limits) };
    return destinations.of;
  };
  /** The columns of destinations must not keep the last index in memory while the next one is filled. */
  const currentOnly = () => {
    const indexed = current();
    if (destinations && destinations.index !== indexed?.index) {
      destinations.of.clear();
      destinations = null;
    }
    return indexed;
  };
  /**
   * Returns the index without waiting if it is up to date, so that all facets of a list are counted in a row and share
   * their matches.
   */
  const upToDate = (): Indexed | null | Promise<Indexed | null> => refresh()?.then(currentOnly) ?? currentOnly();
  /**
   * Runs `use` with the index, and with the columns of the destination that it needs, once all are up to date. Returns null
   * if SQL has to answer.
   */
  async function answer<Answer>(
    criteria: readonly ListingCriteria[],
    kinds: readonly ColumnKind[],
    use: (indexed: Indexed) => Answer,
  ): Promise<Answer | null> {
    const destination = criteria[0]?.destination;
    if (!criteria.every(isIndexed)) return null;
    const found = upToDate();
    let indexed = found instanceof Promise ? await found : found;
    while (indexed && destination && kinds.length > 0) {
      const imports = columnsOf(destinationsOf(indexed.index), destination, kinds);
      if (!(imports instanceof Promise)) return use({ ...indexed, imports });
      await imports;
      indexed = currentOnly();
    }
    return indexed && use(indexed);
  }
  const match = (indexed: Indexed, criteria: ListingCriteria) =>
    indexed.index.match(criteria, circumstances(indexed, clock.now()));
  return {
    async find(ranked, request) {
      const kinds = kindsFor(ranked[0], isLandedOrder(request.order) && 'landed');
      // Without the index, and for phrases, the list is only in its order.
      const [first] = ranked;
      if (request.bestFirst && first?.destination && ranked.every(isIndexed) && currentOnly()) kinds.push('light');
      const found = await answer(ranked, kinds, (indexed) => find(indexed, ranked, request, clock.now()));
      return found ?? sql.find(ranked, request);
    },
    async count(criteria) {
      const total = await answer([criteria], kindsFor(criteria), (indexed) => match(indexed, criteria).count);
      return total === null ? sql.count(criteria) : { total, totalIsLeast: false };
    },
    async countFacet(name, criteria, values) {
      const index = current()?.index;
      if (index && index.size(criteria.offer) > LARGE) await setImmediate();
      const counted = await answer([criteria], kindsFor(criteria, name === 'mayImport' && 'light'), (indexed) =>
        countFacet(indexed, name, match(indexed, criteria), values),
      );
      return counted ?? sql.countFacet(name, criteria, values);
    },
    async withoutTotal(criteria) {
      const count = await answer([criteria], kindsFor(criteria, 'landed'), (indexed) =>
        indexed.index.countWithoutTotal(match(indexed, criteria), indexed.imports!.landed!),
      );
      return count ?? sql.withoutTotal(criteria);
    },
    async prohibited(criteria) {
      const count = await answer([criteria], kindsFor(criteria, 'light'), (indexed) => {
        const matches = match(indexed, criteria);
        return matches.count - indexed.index.countLight(matches, indexed.imports!.light!, 'amber');
      });
      return count ?? sql.prohibited(criteria);
    },
    async priceRange(criteria) {
      const range = await answer([criteria], kindsFor(criteria), (indexed) => {
        const { index } = indexed;
        const matches = match(indexed, criteria);
        const [cheapest] = index.page(matches, 'price-asc', 0, 1);
        const [dearest] = index.page(matches, 'price-desc', 0, 1);
        if (cheapest === undefined || dearest === undefined) return NO_CAR;
        return { least: index.priceOf(cheapest), most: index.priceOf(dearest) };
      });
      if (range === NO_CAR) return null;
      return range ?? sql.priceRange(criteria);
    },
    async detail(id) {
      const indexed = await upToDate();
      if (indexed?.index.slotOf(id) === undefined) return sql.detail(id);
      const { index, reservations } = indexed;
      const detail = await index.detailOf(id, readDetail);
      const reservation = reservations.get(id);
      if (detail === null || !reservation || !isOnCard(reservation)) return detail;
      return reservedCard(detail, reservation, clock.now());
    },
    vehicleOf(id) {
      const index = current()?.index;
      const slot = index?.slotOf(id);
      if (!index || slot === undefined) return null;
      return { makeId: Number(index.valueOf(slot, 'make')), modelId: Number(index.valueOf(slot, 'model')) };
    },
    async featured() {
      const indexed = await upToDate();
      if (!indexed) return sql.featured();
      const { index } = indexed;
      const now = clock.now();
      const fresh = index.match({ offer: 'Sell' }, circumstances(indexed, now), ['certified', 'hasPictures']);
      const chosen = chooseFeatured(index.page(fresh, 'newest', 0, FRESH), (slot) => index.valueOf(slot, 'make'));
      return cardsOf(indexed, chosen, now);
    },
    async related(id, limit) {
      const indexed = await upToDate();
      const slot = indexed?.index.slotOf(id);
      return indexed && slot !== undefined ? related(indexed, slot, limit, clock.now()) : sql.related(id, limit);
    },
    async identified(identity) {
      const indexed = 'id' in identity ? await upToDate() : null;
      if (!indexed || !('id' in identity)) return sql.identified(identity);
      const slot = indexed.index.slotOf(identity.id);
      return slot === undefined ? [] : cardsOf(indexed, [slot], clock.now());
    },
    async wordsInTexts(words) {
      const indexed = words.every(isIndexedWord) ? await upToDate() : null;
      return indexed ? words.filter((word) => indexed.index.hasWord(word)) : sql.wordsInTexts(words);
    },
  };
}

/** An answer, unlike null. */
const NO_CAR = { least: 0, most: 0 };

/** Returns the columns that criteria need. @param also another column to include */
function kindsFor(criteria: ListingCriteria | undefined, also: ColumnKind | false = false): ColumnKind[] {
  const kinds = new Set<ColumnKind>(also ? [also] : []);
  if (criteria?.mayImport) kinds.add('light');
  if (criteria?.landedCents) kinds.add('landed');
  return [...kinds];
}

function columnsOf(
  destinations: Destinations,
  destination: ImportDestination,
  kinds: readonly ColumnKind[],
): DestinationColumns | Promise<unknown> {
  const light = kinds.includes('light') ? destinations.column('light', destination) : null;
  const landed = kinds.includes('landed') ? destinations.column('landed', destination) : null;
  if (light instanceof Promise || landed instanceof Promise) return Promise.all([light, landed]);
  return { ...(light && { light }), ...(landed && { landed }) };
}

/**
 * The index has the words as PostgreSQL splits texts. A word of letters and digits is one word there, one with marks may
 * be several.
 */
const isIndexedWord = (word: string) => /^[\p{Letter}\p{Number}]+$/u.test(word);

const isIndexed = ({ words = [], excludedWords = [], phrases = [] }: ListingCriteria) =>
  phrases.length === 0 && [...words, ...excludedWords].every(isIndexedWord);

function circumstances({ reservations, imports }: Indexed, now: Date): Circumstances {
  return {
    now,
    imports,
    forEachRented(days, visit) {
      for (const [id, reservation] of reservations) if (isRentedOn(reservation, days)) visit(id);
    },
  };
}

function find(indexed: Indexed, ranked: ListingCriteria[], request: ListRequest, now: Date): FoundCards {
  const { index } = indexed;
  const slots: number[] = [];
  let total = 0;
  const before = (request.page - 1) * request.limit;
  for (const criteria of ranked) {
    const matches = index.match(criteria, circumstances(indexed, now));
    let passed = total;
    total += matches.count;
    if (total <= before) continue;
    const light = criteria.destination && indexed.imports?.light;
    if (slots.length === request.limit) continue;
    for (const part of request.bestFirst ? index.bestFirst(matches, light) : [matches]) {
      const skip = Math.max(0, before - passed);
      slots.push(...index.page(part, request.order, skip, request.limit - slots.length, indexed.imports));
      passed += part.count;
      if (slots.length === request.limit) break;
    }
  }
  return { cards: slots.map((slot) => cardIn(indexed, slot, now)), total, totalIsLeast: false };
}

function cardIn({ index, reservations }: Indexed, slot: number, now: Date): Json {
  const reservation = reservations.get(index.idOf(slot));
  if (!reservation || !isOnCard(reservation)) return index.cardBytesOf(slot);
  return reservedCard(index.cardOf(slot), reservation, now);
}

const cardsOf = (indexed: Indexed, slots: number[], now: Date): string[] =>
  slots.map((slot) => String(cardIn(indexed, slot, now)));

function countFacet(
  { index, imports }: Indexed,
  name: CountedFilter,
  matches: Matches,
  values: readonly Value[] | undefined,
): ValueCount[] {
  if (isFlag(name)) return [{ value: 'true', cars: index.countFlag(matches, name) }].filter(hasCars);
  if (name === 'mayImport')
    return MAY_IMPORT.map((value) => ({ value, cars: index.countLight(matches, imports!.light!, value) })).filter(
      hasCars,
    );
  const counts = (by: ValueName): ValueCount[] =>
    by === 'model'
      ? index.countBy(matches, by).map(({ value, cars }) => ({ value: -Number(value), cars }))
      : index.countBy(matches, by);
  if (name !== 'vehicles') return only(counts(name), values);
  const hasMakes = values?.some((key) => Number(key) > 0) ?? true;
  const hasModels = values?.some((key) => Number(key) < 0) ?? true;
  return only([...(hasMakes ? counts('make') : []), ...(hasModels ? counts('model') : [])], values);
}

const hasCars = ({ cars }: { cars: number }) => cars > 0;

function only(counted: ValueCount[], values: readonly Value[] | undefined): ValueCount[] {
  if (!values) return counted;
  const wanted = new Set(values);
  return counted.filter(({ value }) => wanted.has(value));
}

function related(indexed: Indexed, slot: number, limit: number, now: Date): string[] {
  const { index } = indexed;
  const around = circumstances(indexed, now);
  const offer = index.offerOf(slot);
  const type = index.valueOf(slot, 'carType') as OptionOf<'carType'> | null;
  const ofMake = index.match({ offer, vehicles: [Number(index.valueOf(slot, 'make'))] }, around);
  const candidates = index.page(ofMake, 'newest', 0, OF_SAME_MAKE);
  if (type !== null) {
    const ofType = index.match({ offer, carType: [type] }, around);
    for (const direction of ['up', 'down'] as const)
      candidates.push(...index.nearestInPrice(ofType, index.priceOf(slot), direction, NEAR_IN_PRICE));
  }
  const compared = (each: number) => ({
    slot: each,
    id: index.idOf(each),
    make: Number(index.valueOf(each, 'make')),
    carType: index.valueOf(each, 'carType') as string | null,
    priceCents: index.priceOf(each),
    postedAt: index.postedAtOf(each),
  });
  return rankRelated(compared(slot), candidates.map(compared), limit).map((car) => {
    const [card] = cardsOf(indexed, [car.slot], now);
    return `${card!.slice(0, -1)},"score":${car.score},"tags":${JSON.stringify(car.tags)}}`;
  });
}
