import { callsOf } from '#lib/api-client/api-call.ts';
import type { paymentContract } from './payment-contract.ts';

export const paymentCalls = callsOf<typeof paymentContract>({
  pay: 'POST /api/payments',
  mine: 'GET /api/my-payments/:transactionId',
  options: 'GET /api/payment-options',
  bookedDays: 'GET /api/listings/:id/booked-days',
});
