import { bankAccountInForce, mayIssueInvoices } from '#features/operator/server/api.ts';
import { dayOf } from '#features/payments/model/calendar-day.ts';
import type { OrderTermsResponse } from '../model/placing/place-order-contract.ts';
import { PLAN_SHARES, plansFor } from '../model/placing/plan-offer.ts';
import { endOfHold } from '../model/transfers/bank-days.ts';
import { newestTerms } from './make-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { bankDaysFrom } from './transfers/hold-store.ts';

/** Returns the rules of an order that is made now, for a destination. */
export async function readOrderTerms(
  { payments: { pool, clock }, documents: { timeZone } }: OrderDeps,
  country: string | null,
): Promise<OrderTermsResponse> {
  const terms = await newestTerms(pool);
  const now = clock.now();
  const [{ may }, account] = [await mayIssueInvoices(pool, now), await bankAccountInForce(pool, now)];
  const until = endOfHold(now, terms.holdDays, timeZone, await bankDaysFrom(pool, dayOf(now)));
  return {
    version: terms.version,
    plans: plansFor(terms, country).map((plan) => ({ plan, share: PLAN_SHARES[plan] })),
    balance_days: terms.balanceDays,
    grace_days: terms.graceDays,
    transfer:
      may && account
        ? { hold_days: terms.holdDays, until: until.toISOString(), time_zone: timeZone, is_demo: account.isDemo }
        : null,
  };
}
