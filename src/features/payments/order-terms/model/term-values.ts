import { claims } from '#content/claims.ts';
import { PLAN_OFFERS, type PlanOffer } from './order-terms.ts';

/**
 * The figures of the terms, by their column and their name in the API, with what the operator may enter. `percent` is stored in hundredths of
 * a percent and `money` in cents.
 */
export const TERM_FIELDS = {
  commission_bps: { unit: 'percent', least: 0, most: 5000 },
  balance_days: { unit: 'days', least: 1, most: 90 },
  grace_days: { unit: 'days', least: 1, most: 90 },
  hold_days: { unit: 'businessDays', least: 1, most: 30 },
  tolerance_cents: { unit: 'money', least: 0, most: 1_000_00 },
  tolerance_bps: { unit: 'percent', least: 0, most: 1000 },
  security_cents: { unit: 'money', least: 0, most: 100_000_00 },
  refund_limit_cents: { unit: 'money', least: 0, most: 1_000_000_00 },
  payout_limit_cents: { unit: 'money', least: 0, most: 1_000_000_00 },
  // Car pages promise a refund for this many days.
  claim_days: { unit: 'days', least: claims.moneyBackDays, most: 365 },
  claim_arrival_days: { unit: 'days', least: 0, most: 365 },
  claim_answer_days: { unit: 'days', least: 1, most: 90 },
  claim_reply_days: { unit: 'days', least: 1, most: 90 },
  claim_review_days: { unit: 'days', least: 1, most: 90 },
  claim_limit_cents: { unit: 'money', least: 0, most: 1_000_000_00 },
  cash_limit_cents: { unit: 'money', least: 0, most: 1_000_000_00 },
  cancel_free_days: { unit: 'days', least: 0, most: 90 },
  kept_cancel_bps: { unit: 'percent', least: 0, most: 10_000 },
  kept_unpaid_bps: { unit: 'percent', least: 0, most: 10_000 },
  payout_days: { unit: 'days', least: 0, most: 365 },
  pick_up_hour: { unit: 'hour', least: 0, most: 23 },
  return_hour: { unit: 'hour', least: 1, most: 24 },
  return_grace_minutes: { unit: 'minutes', least: 0, most: 720 },
  rental_fee_days: { unit: 'days', least: 1, most: 366 },
  renter_min_age: { unit: 'years', least: 0, most: 99 },
} as const;
/** The steps that can end the right of a buyer to cancel. */
export const CANCEL_STEPS = ['export_papers', 'loaded'] as const;
export type CancelStep = (typeof CANCEL_STEPS)[number];

export type TermField = keyof typeof TERM_FIELDS;
export type TermUnit = (typeof TERM_FIELDS)[TermField]['unit'];
export const TERM_NAMES = Object.keys(TERM_FIELDS) as TermField[];

/** What an operator decides about orders. */
export type TermValues = Record<TermField, number> & {
  requires_contract: boolean;
  requires_steps: boolean;
  cancel_until: CancelStep;
  plans: PlanOffer[];
  /** Plans by country, which replace `plans`. */
  country_plans: Record<string, PlanOffer[]>;
};

export type TermChange =
  | { field: TermField; before: number; after: number }
  | { field: 'requires_contract' | 'requires_steps'; before: boolean; after: boolean }
  | { field: 'cancel_until'; before: CancelStep; after: CancelStep }
  | { field: 'plans'; before: PlanOffer[]; after: PlanOffer[] }
  /** Null: the country has the general plans. */
  | { field: 'country_plans'; country: string; before: PlanOffer[] | null; after: PlanOffer[] | null };

/** Returns the differences in the sequence of the form. */
export function changesOf(before: TermValues, after: TermValues): TermChange[] {
  const changes: TermChange[] = TERM_NAMES.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
  for (const field of ['requires_contract', 'requires_steps'] as const)
    if (before[field] !== after[field]) changes.push({ field, before: before[field], after: after[field] });
  if (before.cancel_until !== after.cancel_until)
    changes.push({ field: 'cancel_until', before: before.cancel_until, after: after.cancel_until });
  if (!isSame(before.plans, after.plans)) changes.push({ field: 'plans', before: before.plans, after: after.plans });
  const countries = new Set([...Object.keys(before.country_plans), ...Object.keys(after.country_plans)]);
  for (const country of [...countries].sort()) {
    const [old, own] = [before.country_plans[country] ?? null, after.country_plans[country] ?? null];
    if (!isSame(old ?? [], own ?? [])) changes.push({ field: 'country_plans', country, before: old, after: own });
  }
  return changes;
}

const isSame = (one: PlanOffer[], other: PlanOffer[]) => one.join() === other.join();

/** Returns the plans with the proposed one first, and the others by their first payment. */
export function inOrder(plans: readonly PlanOffer[], proposed: string | undefined): PlanOffer[] {
  const known = PLAN_OFFERS.filter((plan) => plans.includes(plan));
  return [...known.filter((plan) => plan === proposed), ...known.filter((plan) => plan !== proposed)];
}
