import { shareOfCents } from '#lib/money.ts';

/** The plans that an operator can offer, by the share of the total that is paid first. */
export const PLAN_SHARES = { deposit_25: 0.25, deposit_30: 0.3, deposit_50: 0.5, full: 1 } as const;
export type PlanOffer = keyof typeof PLAN_SHARES;
export const PLAN_OFFERS = Object.keys(PLAN_SHARES) as [PlanOffer, ...PlanOffer[]];

/** Returns what a buyer pays first by a plan, in cents. */
export function firstPaymentOf(plan: PlanOffer, totalCents: number): number {
  return shareOfCents(totalCents, PLAN_SHARES[plan]);
}

type OfferedPlans = { plans: PlanOffer[]; countryPlans: Record<string, PlanOffer[]> };

/** Returns the plans for a destination; of a country without plans of its own, those of everybody. */
export function plansFor({ plans, countryPlans }: OfferedPlans, country: string | null): PlanOffer[] {
  const own = country === null ? undefined : countryPlans[country];
  return own && own.length > 0 ? own : plans;
}
