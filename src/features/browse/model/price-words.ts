import { centsOf } from '#lib/money.ts';

/** The price limits in a search and the remaining text. Cents, inclusive. */
type PriceWords = { rest: string; minPriceCents?: number; maxPriceCents?: number };

const MAX_PATTERN =
  /(?:\b(?:under|below|less than|up to|at most|max(?:imum)?|cheaper than)|[<≤])\s*(us\$|usd|\$)?\s*(\d[\d,]*)\s*(k\b)?\s*(usd|dollars?|\$)?/i;
const MIN_PATTERN =
  /(?:\b(?:over|above|more than|at least|from|min(?:imum)?)|[>≥])\s*(us\$|usd|\$)?\s*(\d[\d,]*)\s*(k\b)?\s*(usd|dollars?|\$)?/i;

/** Extracts 'under 15000', 'below $9k' or 'over 20,000'. Leaves a bare number that could be a year. */
export function extractPrices(query: string): PriceWords {
  const [max, afterMax] = take(query, MAX_PATTERN);
  const [min, rest] = take(afterMax, MIN_PATTERN);
  return {
    rest,
    ...(min !== null && { minPriceCents: min }),
    ...(max !== null && { maxPriceCents: max }),
  };
}

function take(query: string, pattern: RegExp): [cents: number | null, rest: string] {
  const found = pattern.exec(query);
  if (!found) return [null, query];
  const [whole, before, digits = '', thousands, after] = found;
  const amount = Number(digits.replaceAll(',', '')) * (thousands ? 1_000 : 1);
  const year = amount >= 1_900 && amount < 2_100 && !before && !after && !thousands;
  if (year || amount > 100_000_000) return [null, query];
  return [centsOf(amount), query.replace(whole, ' ')];
}
