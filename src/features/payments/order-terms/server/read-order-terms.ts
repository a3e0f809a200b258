import type pg from 'pg';
import { bankAccountInForce, mayIssueInvoices } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { endOfHold } from '../model/bank-days.ts';
import { PLAN_SHARES, plansFor } from '../model/order-terms.ts';
import type { OrderTermsResponse } from '../model/order-terms-contract.ts';
import { bankDaysFrom, newestTerms } from './terms-store.ts';

export type TermsDeps = {
  pool: pg.Pool;
  clock: Clock;
  /** IANA name of the zone of the bank. */
  timeZone: string;
};

/** Returns the rules of an order that is made now, for a destination. */
export async function readOrderTerms(
  { pool, clock, timeZone }: TermsDeps,
  country: string | null,
): Promise<OrderTermsResponse> {
  const terms = await newestTerms(pool);
  const now = clock.now();
  const [{ may }, account] = [await mayIssueInvoices(pool, now), await bankAccountInForce(pool, now)];
  const until = endOfHold(now, terms.holdDays, timeZone, await bankDaysFrom(pool, now.toISOString().slice(0, 10)));
  return {
    version: terms.version,
    plans: plansFor(terms, country).map((plan) => ({ plan, share: PLAN_SHARES[plan] })),
    balance_days: terms.balanceDays,
    grace_days: terms.graceDays,
    tolerance: { cents: terms.toleranceCents, bps: terms.toleranceBps },
    claims: {
      days: terms.claimDays,
      arrival_days: terms.claimArrivalDays,
      answer_days: terms.claimAnswerDays,
      reply_days: terms.claimReplyDays,
      review_days: terms.claimReviewDays,
    },
    cancel: {
      free_days: terms.cancelFreeDays,
      until: terms.cancelUntil,
      kept_bps: terms.keptCancelBps,
      kept_unpaid_bps: terms.keptUnpaidBps,
    },
    transfer:
      may && account
        ? { hold_days: terms.holdDays, until: until.toISOString(), time_zone: timeZone, is_demo: account.isDemo }
        : null,
  };
}
