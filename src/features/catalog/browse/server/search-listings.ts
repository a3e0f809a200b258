import { LRUCache } from 'lru-cache';
import { intersected, type ListingCriteria } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { VehicleCatalog, Vehicles } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { type Money, NO_RATES } from '../model/search/amount-words.ts';
import { type ResolvedQuery, readingsOf, unknownWords } from '../model/search/resolve-query.ts';
import { buildVocabulary, type Vocabulary } from '../model/search/vocabulary.ts';

const CACHE_SIZE = 2_000;
const CACHE_MS = 60_000;

/** `missing`: words of the search that were in no text. A car that has one changes the readings. */
type Read = { readings: ResolvedQuery[]; missing: string[] };

/** Parses searches with the catalog's makes and models. Rebuilds the vocabulary when those change. */
export class QueryReader {
  readonly #catalog: VehicleCatalog;
  readonly #words: TextWords;
  #rates: Money['rates'] = NO_RATES.rates;
  #built: { from: Vehicles; vocabulary: Vocabulary } | null = null;
  /** Cached for the current vocabulary, because the pages and relaxations of a search read it again. */
  readonly #readings = new LRUCache<string, Read>({ max: CACHE_SIZE, ttl: CACHE_MS });

  constructor(catalog: VehicleCatalog, words: TextWords) {
    this.#catalog = catalog;
    this.#words = words;
  }

  /** Returns the possible readings of a search, likeliest first. */
  async read(
    query: string,
    newestYear: number,
    money: Money = NO_RATES,
  ): Promise<{ readings: ResolvedQuery[]; vehicles: Vehicles }> {
    const { vocabulary, vehicles } = await this.vocabulary();
    if (this.#rates !== money.rates) {
      this.#rates = money.rates;
      this.#readings.clear();
    }
    const key = `${newestYear} ${money.country} ${query}`;
    const cached = this.#readings.get(key);
    if (cached && (await this.#words.known(cached.missing)).size === 0) return { readings: cached.readings, vehicles };
    const unknown = unknownWords(query, vocabulary, newestYear);
    const inTexts = await this.#words.known(unknown);
    const readings = readingsOf(query, vocabulary, newestYear, inTexts, money);
    const missing = unknown.filter((word) => !inTexts.has(word));
    if (this.#built?.vocabulary === vocabulary) this.#readings.set(key, { readings, missing });
    return { readings, vehicles };
  }

  async vocabulary(): Promise<{ vocabulary: Vocabulary; vehicles: Vehicles }> {
    const vehicles = await this.#catalog.vehicles();
    if (this.#built?.from !== vehicles) {
      this.#built = { from: vehicles, vocabulary: buildVocabulary(vehicles.makes, vehicles.models) };
      this.#readings.clear();
    }
    return { vocabulary: this.#built.vocabulary, vehicles };
  }
}

/** Returns the first reading that matches a car, listed or prohibited at the destination, else the likeliest. */
export async function firstMatching<Found extends { total: number; prohibited?: number }>(
  readings: ResolvedQuery[],
  find: (reading: ResolvedQuery) => Promise<Found>,
): Promise<{ resolved: ResolvedQuery; found: Found }> {
  const likeliest = { resolved: readings[0]!, found: await find(readings[0]!) };
  if (matches(likeliest.found)) return likeliest;
  for (const resolved of readings.slice(1)) {
    const found = await find(resolved);
    if (matches(found)) return { resolved, found };
  }
  return likeliest;
}

const matches = ({ total, prohibited = 0 }: { total: number; prohibited?: number }) => total + prohibited > 0;

/**
 * Combines a search with the filters, best rank first. Returns nothing if a filter contradicts the search. A make
 * filter keeps only models of that make.
 */
export function searchCriteria(
  filters: ListingCriteria,
  resolved: ResolvedQuery,
  vehicles: Vehicles,
): ListingCriteria[] {
  const { vehicleRanks, understood: _understood, dropped: _dropped, prices: _prices, ...narrowing } = resolved;
  const base = intersected(filters, narrowing);
  if (base === null) return [];
  if (vehicleRanks === null) return [base];
  const within = (keys: number[]) => (filters.vehicles ? keysWithin(keys, filters.vehicles, vehicles) : keys);
  return vehicleRanks
    .map((keys) => ({ ...base, vehicles: within(keys) }))
    .filter(({ vehicles: keys }) => keys.length > 0);
}

/** Merges the ranks of a search into one set of criteria. */
export function unranked(ranked: ListingCriteria[]): ListingCriteria[] {
  const [first] = ranked;
  return first && ranked.length > 1 ? [{ ...first, vehicles: ranked.flatMap((rank) => rank.vehicles ?? []) }] : ranked;
}

/** Returns the makes and models that are in both lists. A model is in its make. */
function keysWithin(keys: number[], chosen: number[], { models }: Vehicles): number[] {
  const makeOf = new Map(models.map(({ id, makeId }) => [-id, makeId]));
  const isIn = (key: number, list: number[]) => list.includes(key) || list.includes(makeOf.get(key) ?? key);
  return [
    ...keys.filter((key) => isIn(key, chosen)),
    ...chosen.filter((key) => !keys.includes(key) && isIn(key, keys)),
  ];
}

/** Returns those words that occur in the texts of at least one public listing. */
type FindWords = (words: string[]) => Promise<string[]>;

/**
 * Looks up which words occur in the texts of public listings. A word that does is cached for five minutes. One that
 * does not is looked up each time, because the next car may have it.
 */
export class TextWords {
  readonly #find: FindWords;
  readonly #cache = new LRUCache<string, true>({ max: 5_000, ttl: 5 * 60_000 });

  constructor(find: FindWords) {
    this.#find = find;
  }

  async known(words: string[]): Promise<ReadonlySet<string>> {
    const uncached = words.filter((word) => !this.#cache.has(word));
    const found = uncached.length > 0 ? await this.#find(uncached) : [];
    for (const word of found) this.#cache.set(word, true);
    return new Set([...words.filter((word) => !uncached.includes(word)), ...found]);
  }
}
