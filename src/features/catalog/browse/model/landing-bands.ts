import type { NumberRange } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { Offer } from '#features/catalog/listings/model/listing.ts';

/** Price bands of landing pages in whole dollars, per day for cars for rent. Like the filters, both ends are included. */
const BANDS: Record<Offer, Record<string, NumberRange>> = {
  Sell: {
    'under-10000': { max: 10_000 },
    '10000-20000': { min: 10_000, max: 20_000 },
    '20000-30000': { min: 20_000, max: 30_000 },
    '30000-50000': { min: 30_000, max: 50_000 },
    'from-50000': { min: 50_000 },
  },
  Rent: {
    'under-50': { max: 50 },
    '50-100': { min: 50, max: 100 },
    '100-200': { min: 100, max: 200 },
    'from-200': { min: 200 },
  },
};

/** Returns the names of the price bands of an offer, which are parts of URLs, in ascending order. */
export const bandsOf = (offer: Offer): string[] => Object.keys(BANDS[offer]);

export const PRICE_BANDS = [...bandsOf('Sell'), ...bandsOf('Rent')];

/** Returns the limits of a price band in dollars; null if the offer has no such band. */
export const bandRange = (offer: Offer, band: string): NumberRange | null =>
  bandsOf(offer).includes(band) ? BANDS[offer][band]! : null;

/** Returns the limits of a price band in cents. */
export function bandCents(offer: Offer, band: string): NumberRange {
  const { min, max } = bandRange(offer, band) ?? {};
  return { ...(min !== undefined && { min: min * 100 }), ...(max !== undefined && { max: max * 100 }) };
}
