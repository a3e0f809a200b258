import { addDays, type Day } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { Assessment } from '#features/customs/import-rules/model/conditions/condition.ts';
import { RATE_FRESH_DAYS, RATE_USED_DAYS } from '#features/customs/import-rules/model/exchange-rates.ts';
import type { ExpectedDay } from '#features/customs/import-rules/model/expected-day.ts';
import type { DoorCost } from '#features/customs/import-rules/model/landed/door-cost.ts';
import type { LandedCost, Offer } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import type { ExchangeRate } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import type { RuleList } from '#features/customs/import-rules/model/rule-office.ts';
import type { Light, Verdict } from '#features/customs/import-rules/model/verdict/verdict.ts';

/**
 * The answer about one car at one destination, with everything it rests on. It is stored as JSON and never changed, so
 * fields may be added but not renamed.
 */
export type ImportQuote = {
  listingId: number;
  /** Year, make, model and trim. */
  car: string;
  country: string;
  at: Assessment;
  expected: ExpectedDay;
  /** Version of the published rules. */
  version: number;
  /** The facts of the car as they were known. */
  facts: ImportCar;
  offer: Offer;
  verdict: Verdict;
  landed: LandedCost;
  /** The city that the buyer chose, and the way there. Absent without one. */
  door?: DoorCost & { city: string };
  /** The exchange rates that it may have used. */
  rates: ExchangeRate[];
  /** The ids of the published rows that it rests on. */
  rows: { list: RuleList; ids: string[] }[];
};

/** What a buyer declares to pay for a car that may not be imported at the destination. */
export type BuyingFor = { name: string; country: string };

/** An answer that was stored with a payment. */
export type PaidQuote = {
  quote: ImportQuote;
  /** What the buyer saw before paying; null if the browser did not say. */
  shownLight: Light | null;
  /** Null if nothing was declared, or once it was erased. */
  buyingFor: string | null;
  buyingForCountry: string | null;
  /** The answer for `buyingForCountry`; null if it is the destination, or if we know no rules of it. */
  buyingForQuote: ImportQuote | null;
  at: Date;
};

const QUOTE_DAYS = 14;

/**
 * The last day on which a quote holds: two weeks, or less if a rule or an exchange rate that it rests on expires earlier. A rule that
 * was stale already made the light amber, so its end changes nothing.
 */
export function lastDayOf({ at: { today }, verdict, rates }: ImportQuote): Day {
  const ends = [
    ...verdict.reasons.map(({ staleOn }) => addDays(staleOn, -1)),
    ...rates.map(({ date }) => endOfRate(date, today)),
  ].filter((end) => end >= today);
  return [addDays(today, QUOTE_DAYS), ...ends].reduce((first, next) => (next < first ? next : first));
}

/** A fresh rate holds until it ages. An older one, which made the cost a range, holds for a week, and no longer than it is used. */
function endOfRate(date: Day, today: Day): Day {
  const fresh = addDays(date, RATE_FRESH_DAYS);
  if (fresh >= today) return fresh;
  const [week, used] = [addDays(today, RATE_FRESH_DAYS), addDays(date, RATE_USED_DAYS)];
  return week < used ? week : used;
}

/** The exchange rate of the country's currency. Null for US dollars, and without a rate. */
export function localRate({ landed, rates }: ImportQuote): { rate: number | null; rate_date: Day | null } {
  const { localCurrency } = landed.charges;
  const used = localCurrency === 'USD' ? undefined : rates.find(({ currency }) => currency === localCurrency);
  return { rate: used?.perUsd ?? null, rate_date: used?.date ?? null };
}
