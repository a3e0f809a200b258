import type { z } from 'zod';
import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import { countryIn } from '#features/catalog/listings/model/criteria/destination-query.ts';
import type { ListingCriteria, ListingOrder } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { searchQuery } from '#features/catalog/listings/model/listing-contract.ts';
import { criteriaOfQuery } from '#features/catalog/listings/server/query-criteria.ts';
import { firstPortOf, portsOf } from '#features/customs/import-rules/model/ports.ts';
import { arrayOf, JsonText } from '#lib/server/http/json-text.ts';
import { extractAmounts, type Money } from '../model/search/amount-words.ts';
import { publicIdentityIn } from '../model/search/identity-words.ts';
import { markQuery, type Piece, splitQuery } from '../model/search/split-query.ts';
import type { Vocabulary } from '../model/search/vocabulary.ts';
import { parametersOf, RELAXED, type Relaxation, type Relaxed } from '../model/search-contract.ts';
import { type QueryReader, searchCriteria, unranked } from './search-listings.ts';

type SearchQuery = z.output<typeof searchQuery>;

const MAX_COUNTS = 16;
const MAX_PORTS = 3;
const MAX_NEAREST = 6;
/** Cars are taken from so many relaxations. */
const NEAREST_RELAXATIONS = 3;

/** The newest possible model year, and the exchange rates. */
type Context = { newestYear: number; money: Money };
type Candidate = { relaxation: Omit<Relaxation, 'cars' | 'isLeast'>; query: SearchQuery };
type Found = { relaxation: Relaxation; criteria: ListingCriteria };

/** Returns each single filter or word without which cars match a search, and the nearest cars, as JSON. */
export async function findRelaxations(
  inventory: Inventory,
  reader: QueryReader,
  query: SearchQuery,
  { newestYear, money }: Context,
): Promise<JsonText> {
  if (publicIdentityIn(query.q)) return answer([], []);
  const candidates = await candidatesOf(reader, query, newestYear);
  const counted = await Promise.all(
    candidates.slice(0, MAX_COUNTS).map(async ({ relaxation, query: relaxed }): Promise<Found | null> => {
      const criteria = await criteriaOf(reader, relaxed, { newestYear, money });
      if (!criteria) return null;
      const { total, totalIsLeast } = await inventory.count(criteria);
      return total === 0 ? null : { relaxation: { ...relaxation, cars: total, isLeast: totalIsLeast }, criteria };
    }),
  );
  const found = counted
    .filter((each) => each !== null)
    .filter(({ relaxation }, _, all) => !dropsLight(relaxation) || !widens(all))
    .sort((a, b) => b.relaxation.cars - a.relaxation.cars);
  const nearest = await nearestCards(inventory, reader, { found, query, context: { newestYear, money } });
  return answer(
    found.map(({ relaxation }) => relaxation),
    nearest,
  );
}

const answer = (relaxations: Relaxation[], nearest: string[]) =>
  new JsonText(`{"relaxations":${JSON.stringify(relaxations)},"nearest":`, ...arrayOf(nearest), '}');

async function candidatesOf(reader: QueryReader, query: SearchQuery, newestYear: number): Promise<Candidate[]> {
  const isSet = (name: Relaxed) =>
    name !== 'q' &&
    // For cars for sale, `to` is the destination.
    (name !== 'days' || query.from !== undefined) &&
    parametersOf(name).some((parameter) => query[parameter as keyof SearchQuery] !== undefined);
  const filters: Candidate[] = RELAXED.filter(isSet).map((drop) => ({
    relaxation: { drop },
    query: without(query, drop),
  }));
  // Who asks only for cars that are certainly allowed is better helped by those to check than by prohibited ones.
  if (query.mayImport === 'green')
    filters.unshift({ relaxation: { drop: 'mayImport', mayImport: 'amber' }, query: { ...query, mayImport: 'amber' } });
  const { vocabulary } = await reader.vocabulary();
  const words = removableWords(query.q, vocabulary, newestYear).map(({ word, rest }) => ({
    relaxation: { drop: 'q' as const, word, q: rest },
    query: { ...query, q: rest },
  }));
  return [...allowedInstead(query), ...filters, ...words];
}

/** Changes that often decide whether a country admits a car: the other steering side, a newer car, another port. */
function allowedInstead(query: SearchQuery): Candidate[] {
  const { steering = [], year, maxYear } = query;
  const country = countryIn(query);
  if (country === undefined || !query.mayImport) return [];
  const port = query.port ?? firstPortOf(country);
  const newest = year ?? maxYear;
  const candidates: Candidate[] = [];
  if (steering.length === 1) {
    const other = steering[0] === 'left' ? 'right' : 'left';
    candidates.push({ relaxation: { drop: 'steering', steering: other }, query: { ...query, steering: [other] } });
  }
  if (newest !== undefined) {
    const newer = { year: undefined, maxYear: undefined, minYear: newest + 1 };
    candidates.push({ relaxation: { drop: 'years', minYear: newer.minYear }, query: { ...query, ...newer } });
  }
  for (const { code } of portsOf(country).slice(0, MAX_PORTS))
    if (code !== port)
      candidates.push({ relaxation: { drop: 'mayImport', port: code }, query: { ...query, port: code } });
  return candidates;
}

/** Whether cars come in that may not be imported. */
const dropsLight = ({ drop, mayImport, port }: Candidate['relaxation']) =>
  drop === 'mayImport' && mayImport === undefined && port === undefined;

/** Whether cars to check first match. */
const widens = (found: Found[]) => found.some(({ relaxation }) => relaxation.mayImport !== undefined);

function without(query: SearchQuery, drop: Relaxed): SearchQuery {
  const open = Object.fromEntries(parametersOf(drop).map((parameter) => [parameter, undefined]));
  return { ...query, ...open };
}

/** Reads a search with its filters; null if no car can match. */
async function criteriaOf(
  reader: QueryReader,
  query: SearchQuery,
  { newestYear, money }: Context,
): Promise<ListingCriteria | null> {
  const { readings, vehicles } = await reader.read(query.q, newestYear, money);
  return unranked(searchCriteria(criteriaOfQuery(query, vehicles), readings[0]!, vehicles))[0] ?? null;
}

type Wanted = { found: Found[]; query: SearchQuery; context: Context };

/**
 * Returns cars of the relaxations that leave the fewest cars in turn, because these are the most alike; or else cars of the makes and models,
 * or of the type, fuel and price. A relaxed number lists the cars nearest to it first. Cars that share nothing with the search are not near.
 */
async function nearestCards(
  inventory: Inventory,
  reader: QueryReader,
  { found, query, context }: Wanted,
): Promise<string[]> {
  const closest = found
    // A car that may not be imported is not near.
    .filter(({ relaxation }) => !dropsLight(relaxation))
    .sort((a, b) => a.relaxation.cars - b.relaxation.cars)
    .slice(0, NEAREST_RELAXATIONS);
  const lists = await Promise.all(
    closest.map(({ relaxation, criteria }) => cardsOf(inventory, criteria, orderOf(relaxation.drop, query))),
  );
  const inTurn = Array.from({ length: MAX_NEAREST }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  const nearest = [...new Set(inTurn)].slice(0, MAX_NEAREST);
  if (nearest.length > 0) return nearest;
  for (const part of alike(query)) {
    const criteria = await criteriaOf(reader, part, context);
    const cards = criteria ? await cardsOf(inventory, criteria, 'newest') : [];
    if (cards.length > 0) return cards;
  }
  return [];
}

/** Parts of a search, the closest first. Each has a filter or words of it. */
function alike(query: SearchQuery): SearchQuery[] {
  const { rentSell, q, make, model, carType, fuelType, minPrice, maxPrice, mayImport, to, port, mode, buyer } = query;
  const rest = { page: 1, limit: 1, rentSell, q: '', ...(mayImport && { mayImport, to, port, mode, buyer }) };
  const price = { minPrice, maxPrice };
  const parts: Partial<SearchQuery>[] = [
    { q, make, model },
    { make, model },
    { carType, fuelType, ...price },
    { carType, ...price },
    { carType },
    { fuelType },
    price,
  ];
  const isSet = (part: Partial<SearchQuery>) =>
    Object.values(part).some((value) => value !== undefined && value !== '');
  return parts.filter(isSet).map((part) => ({ ...rest, ...part }));
}

const cardsOf = async (inventory: Inventory, criteria: ListingCriteria, order: ListingOrder) =>
  (await inventory.find([criteria], { page: 1, limit: MAX_NEAREST, order })).cards.map(String);

function orderOf(dropped: Relaxed, { minPrice, minYear, minMileageKm }: SearchQuery): ListingOrder {
  switch (dropped) {
    case 'price':
      return minPrice ? 'price-desc' : 'price-asc';
    case 'years':
      return minYear === undefined ? 'year-asc' : 'year-desc';
    case 'mileage':
      return minMileageKm === undefined ? 'mileage-asc' : 'mileage-desc';
    default:
      return 'newest';
  }
}

/** A part of a search that can be left out, and the search without it. */
type RemovableWord = { word: string; rest: string };

/** Returns the parts of a search that narrow it: names, words, numbers, phrases and exclusions. */
function removableWords(query: string, vocabulary: Vocabulary, newestYear: number): RemovableWord[] {
  const marked = markQuery(query);
  const { rest, said } = extractAmounts(marked.text, newestYear);
  const pieces = splitQuery({ ...marked, text: rest }, vocabulary, newestYear);
  const isOr = ({ meanings }: Piece) => meanings.some(({ kind }) => kind === 'or');
  const narrows = ({ meanings }: Piece) => meanings.length === 0 || meanings.some(({ kind }) => kind !== 'filler');
  const parts = [
    ...pieces
      .filter((piece) => isOr(piece) || narrows(piece))
      .map((piece) => ({ text: textOf(piece), isOr: isOr(piece) })),
    ...said.map((text) => ({ text, isOr: false })),
  ];
  return parts.flatMap((part, at) =>
    part.isOr ? [] : [{ word: part.text, rest: joined(parts.filter((_, other) => other !== at)) }],
  );
}

const textOf = ({ text, quoted, excluded }: Piece) => `${excluded ? '-' : ''}${quoted ? `"${text}"` : text}`;

/** Joins parts. An 'or' stays only between two of them. */
function joined(parts: { text: string; isOr: boolean }[]): string {
  const kept = parts.filter(({ isOr }, at) => !isOr || (at > 0 && parts[at + 1] !== undefined && !parts[at + 1]!.isOr));
  return kept.map(({ text }) => text).join(' ');
}
