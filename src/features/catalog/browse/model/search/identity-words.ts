import type { PublicIdentity } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { MIN_YEAR } from '#features/catalog/listings/model/listing.ts';
import { parseVin } from '#features/catalog/vehicles/model/vin.ts';

type Identity = { id: number } | { vin: string };

/** Recognizes a public search for one car: '#12', a whole VIN, or 'stock no. TC-1'. A number alone may be a model. */
export function publicIdentityIn(query: string): PublicIdentity | null {
  const stock = /\d/.test(query) ? NAMED_STOCK.exec(query.trim().replace(/\s+/g, ' '))?.[1] : undefined;
  if (stock !== undefined) return { stock: stockKey(stock) };
  const identity = identityIn(query, MIN_YEAR);
  return identity && 'id' in identity && !query.trim().startsWith('#') ? null : identity;
}

const NAMED_STOCK =
  /^(?:stock|ref|reference|inventory|lot|unit) ?(?:no|nr|number|num|id|#|№)? ?[.:#]* ?(?=.*\d)([\p{L}\p{N}][\p{L}\p{N}\s._/#-]{0,63})$/iu;
const POSSIBLE_STOCK = /^#?(?=.*\p{N})[\p{L}\p{N}]+(?:[\s._/#-]+[\p{L}\p{N}]+){0,3}$/u;
const MIN_STOCK = 3;

/** Returns the key of a search that may be nothing but a dealer's stock number; null if it can't be one. */
export function possibleStockIn(query: string): string | null {
  const typed = query.trim().normalize('NFKC');
  const key = stockKey(typed);
  return typed.length <= 64 && key.length >= MIN_STOCK && POSSIBLE_STOCK.test(typed) ? key : null;
}

/** Writes a stock number without separators and letter case, like the index of migration 223. */
const stockKey = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Recognizes a search for one listing: '#12', a number that is not a year, or a VIN. */
export function identityIn(query: string, newestYear: number): Identity | null {
  const typed = query.trim();
  const [, hash, digits] = /^(#?)([1-9]\d{0,14})$/.exec(typed) ?? [];
  if (digits !== undefined) {
    const isYear = hash === '' && Number(digits) >= MIN_YEAR && Number(digits) <= newestYear;
    return isYear ? null : { id: Number(digits) };
  }
  const reading = /\d/.test(typed) && !typed.includes(' ') ? parseVin(typed) : null;
  return reading && 'vin' in reading ? { vin: reading.vin } : null;
}
