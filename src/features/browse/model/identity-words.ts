import { MIN_YEAR } from '#features/listings/model/listing.ts';
import { parseVin } from '#features/vehicles/model/parse-vin.ts';

/** Recognizes a search for one listing: '#12', a number that is not a year, or a VIN. */
export function identityIn(query: string, newestYear: number): { id: number } | { vin: string } | null {
  const typed = query.trim();
  const [, hash, digits] = /^(#?)([1-9]\d{0,14})$/.exec(typed) ?? [];
  if (digits !== undefined) {
    const isYear = hash === '' && Number(digits) >= MIN_YEAR && Number(digits) <= newestYear;
    return isYear ? null : { id: Number(digits) };
  }
  const reading = /\d/.test(typed) && !typed.includes(' ') ? parseVin(typed) : null;
  return reading && 'vin' in reading ? { vin: reading.vin } : null;
}
