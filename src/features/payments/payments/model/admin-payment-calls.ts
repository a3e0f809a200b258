import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminPaymentContract } from './admin-payment-contract.ts';

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
