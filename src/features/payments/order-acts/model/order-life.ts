/**
 * - `held`: waits for a bank transfer
 * - `active`: booked
 * - `completed`: handed over
 * - `cancelled`: ended without a handover
 */
export const ORDER_LIVES = ['held', 'active', 'completed', 'cancelled'] as const;
export type OrderLife = (typeof ORDER_LIVES)[number];

/** How far the cars of an order have come. If an order has several cars, the one furthest behind counts. */
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
