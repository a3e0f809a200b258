const BAND_CENTS = 100_000;
/** Matches every price. */
export const ANY_BAND = -1;
/** Holds every price from 100,000 dollars up. */
const LAST_BAND = 200;
const LAST_BAND_FROM_CENTS = (LAST_BAND / 2) * BAND_CENTS;

export type PriceRange = { from: number; to: number };

/**
 * Returns the band of a price: 2k for exactly k thousand dollars, 2k + 1 between k and k + 1 thousand. Must match the
 * SQL function listing_price_band.
 */
export function priceBand(cents: number): number {
  if (cents >= LAST_BAND_FROM_CENTS) return LAST_BAND;
  return 2 * Math.floor(cents / BAND_CENTS) + (cents % BAND_CENTS === 0 ? 0 : 1);
}

/**
 * Splits an inclusive price range into the bands that lie wholly inside it and the remaining ranges of cents, where
 * cars must be counted one by one. Ranges between whole thousands have no remainder.
 */
export function splitIntoBands(
  minCents: number | undefined,
  maxCents: number | undefined,
): {
  bands: PriceRange | null;
  edges: PriceRange[];
} {
  if (minCents === undefined && maxCents === undefined) return { bands: { from: ANY_BAND, to: ANY_BAND }, edges: [] };
  const min = minCents ?? 0;
  const max = maxCents ?? Number.MAX_SAFE_INTEGER;
  if (min > max) return { bands: null, edges: [] };
  const first = bandStart(priceBand(min)) === min ? priceBand(min) : priceBand(min) + 1;
  const last = bandEnd(priceBand(max)) === max ? priceBand(max) : priceBand(max) - 1;
  if (first > last + 1) return { bands: null, edges: [{ from: min, to: max }] };
  const edges: PriceRange[] = [];
  if (first > priceBand(min)) edges.push({ from: min, to: bandEnd(priceBand(min)) });
  if (last < priceBand(max)) edges.push({ from: bandStart(priceBand(max)), to: max });
  return { bands: first > last ? null : { from: first, to: last }, edges };
}

/** The bands that a price range touches. `exact` when they hold nothing else. */
export function bandsTouched(
  minCents: number | undefined,
  maxCents: number | undefined,
): PriceRange & { exact: boolean } {
  const { bands, edges } = splitIntoBands(minCents, maxCents);
  if (bands?.from === ANY_BAND) return { ...bands, exact: true };
  const to = maxCents === undefined ? LAST_BAND : priceBand(maxCents);
  return { from: priceBand(minCents ?? 0), to, exact: edges.length === 0 };
}

function bandStart(band: number): number {
  return Math.floor(band / 2) * BAND_CENTS + (band % 2);
}

function bandEnd(band: number): number {
  if (band >= LAST_BAND) return Number.MAX_SAFE_INTEGER;
  return band % 2 === 0 ? bandStart(band) : bandStart(band + 1) - 1;
}
