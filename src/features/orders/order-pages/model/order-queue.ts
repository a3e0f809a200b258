/**
 * What open orders wait for. The first that applies counts:
 * - `check`: a name of the order is on a watch list, and the office decides
 * - `claim`: the buyer says that something is wrong
 * - `transfer`: a bank transfer, for which the car is held
 * - `overdue`: a payment whose due date has passed
 * - `balance`: a payment that is not due yet
 * - `contract`: the buyer has not accepted the sales contract
 * - `shipping`: a step on the way of the car
 * - `completion`: nothing but its completion; all cars were handed over or, of a rental, returned
 * - `handover`: the handover of the car or the return of a rental
 */
export const WAITING_QUEUES = [
  'overdue',
  'balance',
  'transfer',
  'check',
  'claim',
  'contract',
  'shipping',
  'completion',
  'handover',
] as const;
/**
 * Queues of orders that may wait for something else as well:
 * - `refund`: refunds by transfer that finance has not sent, also of orders that have ended
 * - `renter`: a renter waits for the check of a license or for an answer to a request for more days
 */
export const COUNTED_QUEUES = [...WAITING_QUEUES, 'refund', 'renter'] as const;
export const ORDER_QUEUES = [...COUNTED_QUEUES, 'completed', 'cancelled'] as const;
export type WaitingQueue = (typeof WAITING_QUEUES)[number];
export type CountedQueue = (typeof COUNTED_QUEUES)[number];
