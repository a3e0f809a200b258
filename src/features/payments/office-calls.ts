import { callsOf } from '#lib/api-client/api-call.ts';
import type { lossContract, returnContract } from './order-acts/model/order-acts-contract.ts';
import type { termsOfficeContract } from './order-terms/model/order-terms-contract.ts';
import type { adminPaymentContract } from './payments/model/admin-payment-contract.ts';
import type { rateContract } from './trade-terms/model/trade-term-contract.ts';

export const returnCalls = callsOf<typeof returnContract>({ record: 'POST /api/admin/orders/:id/returns' });

export const lossCalls = callsOf<typeof lossContract>({ propose: 'POST /api/admin/orders/:id/losses' });

export const termsOfficeCalls = callsOf<typeof termsOfficeContract>({
  read: 'GET /api/admin/order-terms',
  propose: 'POST /api/admin/order-terms',
  bankDays: 'GET /api/admin/bank-days',
  saveBankDays: 'PUT /api/admin/bank-days',
});

export const adminPaymentCalls = callsOf<typeof adminPaymentContract>({
  list: 'GET /api/payments',
  one: 'GET /api/payments/:id',
  remove: 'DELETE /api/payments/:id',
  restore: 'POST /api/admin/payments/:id/restore',
  events: 'GET /api/admin/payments/:id/events',
  refundSent: 'POST /api/admin/payments/:id/refund-sent',
  refundReturned: 'POST /api/admin/payments/:id/refund-returned',
  refund: 'POST /api/admin/payments/:id/refund',
});

export const rateCalls = callsOf<typeof rateContract>({
  read: 'GET /api/admin/transport-rates',
  save: 'PUT /api/admin/transport-rates',
});
