import { wholeUnitsOf } from '#lib/i18n/currency.ts';

/**
 * By how many percent a value may differ from the published exchange rate before a second person is asked. Banks keep one to four percent when they
 * change money. The trigger of matches has the same rule.
 */
export const MOST_OFF_PERCENT = 5;

/** A value that is expected by a rate, in cents of US dollars without a sign, and the day of the rate. */
export type Expected = { cents: number; on: string };

/** Returns what an amount in the smallest unit of a currency is worth at a rate, without its sign. `perUsd`: units for one US dollar. */
export const worthAt = (perUsd: number, minorUnits: number, currency: string): number =>
  Math.round((wholeUnitsOf(Math.abs(minorUnits), currency) / perUsd) * 100);

/** Whether a value differs by more than `MOST_OFF_PERCENT` and a cent, which allows for rounding. */
export const isOffValue = (cents: number, expectedCents: number): boolean =>
  (Math.abs(cents - expectedCents) - 1) * 100 > MOST_OFF_PERCENT * expectedCents;
