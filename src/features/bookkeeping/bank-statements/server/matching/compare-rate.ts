import { type Expected, isOffValue, worthAt } from '#features/bookkeeping/bank-statements/model/rate-check.ts';
import { rateNear } from '#features/customs/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { StoredLine } from '../line-store.ts';
import type { Part } from './match-case.ts';

/** Values a part of a line at the exchange rate of the nearest day. Returns null without a rate and for lines in dollars. */
export async function worthByRate(
  db: Queryable,
  { currency, bookedOn, cents }: Pick<StoredLine, 'currency' | 'bookedOn' | 'cents'>,
): Promise<Expected | null> {
  const rate = currency === BOOKS_CURRENCY ? null : await rateNear(db, currency, bookedOn);
  return rate && { cents: worthAt(rate.perUsd, cents, currency), on: rate.date };
}

/**
 * Compares the value of a part in another currency with the exchange rate; of a conversion, on both sides, and the amounts of a transfer in one
 * currency with each other. `expected`: what a rate says, first of all the one that the value is far from. Null without a rate, and for a part
 * without a value, such as one that is set aside.
 */
export async function compareWithRate(
  db: Queryable,
  { line, cents, usdCents, pair }: Part,
): Promise<{ expected: Expected | null; isOff: boolean }> {
  if (usdCents === 0) return { expected: null, isOff: false };
  const expected: Expected[] = [];
  for (const side of pair ? [pair.lead, pair.other] : [{ ...line, cents }]) {
    const worth = await worthByRate(db, side);
    if (worth) expected.push(worth);
  }
  const off = expected.find((each) => isOffValue(Math.abs(usdCents), each.cents));
  return { expected: off ?? expected[0] ?? null, isOff: off !== undefined || (pair !== null && losesOnTheWay(pair)) };
}

function losesOnTheWay({ lead, other }: NonNullable<Part['pair']>): boolean {
  const [less = 0, more = 0] = [Math.abs(lead.cents), Math.abs(other.cents)].sort((one, two) => one - two);
  return lead.currency === other.currency && isOffValue(less, more);
}
