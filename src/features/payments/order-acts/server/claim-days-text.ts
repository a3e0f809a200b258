import type { Translator } from '#lib/i18n/translator.ts';
import type { ClaimDays } from '../model/claim-days.ts';

const DAY_MS = 86_400_000;

/** Says in an email until when the buyer of a completed order may open a claim. Null if that is over. `days`: the days for claims of its terms. */
export function claimDaysText(t: Translator, { from, isAwaited }: ClaimDays, days: number, now: Date): string | null {
  const until = new Date(from.getTime() + days * DAY_MS);
  if (now > until) return null;
  return t(isAwaited ? 'mail.claimDays.arrival' : 'mail.claimDays.until', { day: t.utcDay(until.toISOString()), days });
}
