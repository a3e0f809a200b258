import type { PaymentState } from '#features/payments/payments/model/payment.ts';

export const CARD_HOLD_STATES = ['asking', 'held', 'taking', 'taken', 'ended', 'failed', 'lost'] as const;

/**
 * - `asking`: the bank of the renter is being asked
 * - `held`: the amount is reserved
 * - `taking`, `taken`: a part is being taken for charges, or was
 * - `ended`: it was released, or its time is over
 * - `failed`: nothing was reserved
 * - `lost`: it was reserved, but what staff wanted to take of it could not be taken
 */
type CardHoldState = (typeof CARD_HOLD_STATES)[number];

const STATES: Record<PaymentState, CardHoldState> = {
  created: 'asking',
  authorised: 'held',
  capturing: 'taking',
  captured: 'taken',
  refunded: 'taken',
  voided: 'ended',
  failed: 'failed',
};

/** `captureCents`: what staff decided to take. */
export function cardHoldState({
  state,
  captureCents,
}: {
  state: PaymentState;
  captureCents: number | null;
}): CardHoldState {
  const found = STATES[state];
  return captureCents !== null && (found === 'failed' || found === 'ended') ? 'lost' : found;
}

type Item = { kind: string; amountCents: number; paidCents: number };

/** Returns how much of a hold pays for charges that are open. */
export function cardShare(heldCents: number, items: readonly Item[], pendingCents: number): number {
  const open = items
    .filter(({ kind }) => kind === 'charge')
    .reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, -pendingCents);
  return Math.max(Math.min(heldCents, open), 0);
}
