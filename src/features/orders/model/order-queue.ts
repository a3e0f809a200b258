/**
 * What open orders wait for:
 * - `transfer`: a bank transfer, for which the car is held
 * - `overdue`: a payment whose due date has passed
 * - `balance`: a payment that is not due yet
 * - `handover`: nothing is owed; the car is to be handed over or, of a rental, to come back
 */
export const WAITING_QUEUES = ['overdue', 'balance', 'transfer', 'handover'] as const;
export const ORDER_QUEUES = [...WAITING_QUEUES, 'completed', 'cancelled'] as const;
export type OrderQueue = (typeof ORDER_QUEUES)[number];
export type WaitingQueue = (typeof WAITING_QUEUES)[number];
