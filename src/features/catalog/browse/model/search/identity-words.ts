import { MIN_YEAR } from '#features/catalog/listings/model/listing.ts';
import { parseVin } from '#features/catalog/vehicles/model/vin.ts';

type Identity = { id: number } | { vin: string };

/** Recognizes a public search for one car: '#12' or a whole VIN. A number alone may be a model. */
export function publicIdentityIn(query: string): Identity | null {
  const identity = identityIn(query, MIN_YEAR);
  return identity && 'id' in identity && !query.trim().startsWith('#') ? null : identity;
}

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
