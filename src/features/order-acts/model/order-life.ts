/**
 * - `held`: waits for a bank transfer
 * - `active`: booked
 * - `completed`: handed over
 * - `cancelled`: ended without a handover
 */
export const ORDER_LIVES = ['held', 'active', 'completed', 'cancelled'] as const;
export type OrderLife = (typeof ORDER_LIVES)[number];
