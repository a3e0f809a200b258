import type { OrderAct } from '#features/payments/order-acts/model/act-list.ts';

/** Why a renter owes more than the price. */
export const CHARGE_KINDS = ['late_return', 'damage', 'no_show', 'fuel', 'missing_key'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** The act that a charge is for the rule of orders. */
export function actOfCharge(kind: ChargeKind): OrderAct {
  return kind === 'late_return' ? 'charge_late' : kind === 'no_show' ? 'charge_no_show' : 'charge';
}

type Answers = readonly { act: OrderAct; may: string }[];

/** The kinds of charges that an order takes now, by the answers to its acts. */
export function chargeKindsOf(acts: Answers): ChargeKind[] {
  return CHARGE_KINDS.filter((kind) => acts.some(({ act, may }) => act === actOfCharge(kind) && may === 'yes'));
}

/** Days until what a charge asks of the buyer is due. */
export const CHARGE_DUE_DAYS = 7;
export const MAX_EVIDENCE = 5;
/** The most that a charge or a security deposit may come to. */
export const MAX_RENTAL_CENTS = 100_000_00;

/** `taken` minus `returned` and `used` is held. Cents. */
export type Security = { takenCents: number; returnedCents: number; usedCents: number; heldCents: number };
export const NO_SECURITY: Security = { takenCents: 0, returnedCents: 0, usedCents: 0, heldCents: 0 };

/** Pays a charge from the security deposit first. */
export function shareOfSecurity(chargeCents: number, { heldCents }: Security): number {
  return Math.min(chargeCents, heldCents);
}
