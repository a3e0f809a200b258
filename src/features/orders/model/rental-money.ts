import type { OrderTerms } from '#features/order-terms/model/order-terms.ts';
import type { Order } from './order.ts';

/** Why a renter owes more than the price. */
export const CHARGE_KINDS = ['late_return', 'damage', 'no_show', 'fuel', 'missing_key'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** Days until what a charge asks of the buyer is due. */
export const CHARGE_DUE_DAYS = 7;
export const MAX_EVIDENCE = 5;
/** The most that a charge or a security deposit may come to. */
export const MAX_RENTAL_CENTS = 100_000_00;

/** `taken` minus `returned` and `used` is held. Cents. */
export type Security = { takenCents: number; returnedCents: number; usedCents: number; heldCents: number };
export const NO_SECURITY: Security = { takenCents: 0, returnedCents: 0, usedCents: 0, heldCents: 0 };

type RentalFacts = Pick<Order, 'offer' | 'life'> & { terms: Pick<OrderTerms, 'requiresBalance'>; security: Security };

export type SecurityAct = { kind: 'taken' | 'returned'; cents: number };

/** Why a security deposit cannot be taken or returned; null if it can. It can be returned after the order has ended. */
export function securityRefusal(
  { kind, cents }: SecurityAct,
  { offer, life, terms, security }: RentalFacts,
): 'notRental' | 'ended' | 'notHeld' | null {
  if (offer !== 'Rent' || !terms.requiresBalance) return 'notRental';
  if (kind === 'returned') return cents > security.heldCents ? 'notHeld' : null;
  return life === 'active' ? null : 'ended';
}

/** Pays a charge from the security deposit first. */
export function shareOfSecurity(chargeCents: number, { heldCents }: Security): number {
  return Math.min(chargeCents, heldCents);
}
