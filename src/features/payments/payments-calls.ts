import { callsOf } from '#lib/api-client/api-call.ts';
import type { orderTermsContract } from './order-terms/model/order-terms-contract.ts';
import type { paymentContract } from './payments/model/payment-contract.ts';
import type { payoutAccountContract } from './payout-accounts/model/payout-account-contract.ts';
import type { tradeTermContract } from './trade-terms/model/trade-term-contract.ts';

export const orderTermsCalls = callsOf<typeof orderTermsContract>({ read: 'GET /api/order-terms' });

export const paymentCalls = callsOf<typeof paymentContract>({
  pay: 'POST /api/payments',
  mine: 'GET /api/my-payments/:transactionId',
  options: 'GET /api/payment-options',
  bookedDays: 'GET /api/listings/:id/booked-days',
});

export const payoutAccountCalls = callsOf<typeof payoutAccountContract>({
  show: 'GET /api/my-payout-account',
  sendCode: 'POST /api/my-payout-account/code',
  enter: 'PUT /api/my-payout-account',
  cancel: 'POST /api/my-payout-account/cancel',
});

export const tradeTermCalls = callsOf<typeof tradeTermContract>({
  offers: 'GET /api/orders/:id/trade-terms',
  choose: 'PUT /api/orders/:id/trade-term',
});
