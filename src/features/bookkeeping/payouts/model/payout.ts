/**
 * - `waiting`: for a second person
 * - `approved`: to be transferred by finance
 * - `sent`: on its way
 * - `booked`: confirmed by the bank
 * - `failed`: came back
 * - `canceled`: ended before it was sent
 */
export const PAYOUT_STATES = ['waiting', 'approved', 'sent', 'booked', 'failed', 'canceled'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** The largest bank fee of a payout, and the most that banks keep of a refund they return. */
export const MAX_FEE_CENTS = 10_000;

const TRANSITIONS: Record<PayoutState, readonly PayoutState[]> = {
  waiting: ['approved', 'canceled'],
  approved: ['sent', 'canceled'],
  sent: ['booked', 'failed'],
  booked: [],
  failed: [],
  canceled: [],
};

export function canTransition(from: PayoutState, to: PayoutState): boolean {
  return TRANSITIONS[from].includes(to);
}
