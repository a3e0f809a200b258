import type { Translator } from '#lib/i18n/translator.ts';
import type { OrderFacts } from './order-facts.ts';

const DAY_MS = 86_400_000;

type ClaimDays = { from: Date; isAwaited: boolean };

/**
 * Returns when the days for claims, and those until the payout, begin; null before completion. A FOB order is completed once its car is aboard, so
 * the days of a sale begin when staff report the arrival, or `arrivalDays` after completion without a report. `isAwaited`: a report can still
 * begin them earlier.
 */
export function claimDaysOf(
  facts: Pick<OrderFacts, 'offer' | 'life' | 'endedAt' | 'terms' | 'arrivalDays' | 'cars'>,
  now: Date,
): ClaimDays | null {
  const { offer, life, endedAt, terms, arrivalDays, cars } = facts;
  if (life !== 'completed' || endedAt === null) return null;
  if (offer === 'Rent' || !terms.requiresSteps) return { from: endedAt, isAwaited: false };
  const latest = endedAt.getTime() + arrivalDays * DAY_MS;
  const known = cars.map(({ arrivalTold }) => arrivalTold?.getTime() ?? latest);
  const from = new Date(Math.min(Math.max(endedAt.getTime(), ...known), latest));
  return { from, isAwaited: now.getTime() < latest && cars.some(({ arrivalTold }) => arrivalTold === null) };
}

/** Returns the sentence about the end of the days for claims; null once they are over. `days`: by the terms of the order. */
export function claimDaysText(t: Translator, { from, isAwaited }: ClaimDays, days: number, now: Date): string | null {
  const until = new Date(from.getTime() + days * DAY_MS);
  if (now > until) return null;
  return t(isAwaited ? 'mail.claimDays.arrival' : 'mail.claimDays.until', { day: t.utcDay(until.toISOString()), days });
}
