/** The price limits in a search and the remaining text. Cents, inclusive. */
type PriceWords = { rest: string; minPriceCents?: number; maxPriceCents?: number };

const MOST =
  /(?:\b(?:under|below|less than|up to|at most|max(?:imum)?|cheaper than)|[<≤])\s*(us\$|usd|\$)?\s*(\d[\d,]*)\s*(k\b)?\s*(usd|dollars?|\$)?/i;
const LEAST =
  /(?:\b(?:over|above|more than|at least|from|min(?:imum)?)|[>≥])\s*(us\$|usd|\$)?\s*(\d[\d,]*)\s*(k\b)?\s*(usd|dollars?|\$)?/i;

/** Extracts 'under 15000', 'below $9k' or 'over 20,000'. Leaves a bare number that could be a year. */
export function extractPrices(query: string): PriceWords {
  const [most, afterMost] = take(query, MOST);
  const [least, rest] = take(afterMost, LEAST);
  return {
    rest,
    ...(least !== null && { minPriceCents: least }),
    ...(most !== null && { maxPriceCents: most }),
  };
}

function take(query: string, pattern: RegExp): [cents: number | null, rest: string] {
  const found = pattern.exec(query);
  if (!found) return [null, query];
  const [whole, before, digits = '', thousands, after] = found;
  const amount = Number(digits.replaceAll(',', '')) * (thousands ? 1_000 : 1);
  const year = amount >= 1_900 && amount < 2_100 && !before && !after && !thousands;
  if (year || amount > 100_000_000) return [null, query];
  return [amount * 100, query.replace(whole, ' ')];
}
