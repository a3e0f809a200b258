/**
 * - `held`: waits for a bank transfer
 * - `active`: booked
 * - `completed`: handed over
 * - `cancelled`: ended without a handover
 */
export const ORDER_LIVES = ['held', 'active', 'completed', 'cancelled'] as const;
export type OrderLife = (typeof ORDER_LIVES)[number];

/** How far the cars of an order are on their way. Several cars are as far as the last of them. */
export const ORDER_PHASES = [
  'booked',
  'loaded',
  'sailed',
  'arrived',
  'released',
  'handed_over',
  'picked_up',
  'returned',
] as const;
export type OrderPhase = (typeof ORDER_PHASES)[number];
