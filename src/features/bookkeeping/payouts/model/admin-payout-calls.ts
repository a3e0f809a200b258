import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminPayoutContract } from './admin-payout-contract.ts';

export const adminPayoutCalls = callsOf<typeof adminPayoutContract>({
  list: 'GET /api/admin/payouts',
  create: 'POST /api/admin/payouts',
  days: 'POST /api/admin/sellers/:id/payout-days',
  sent: 'POST /api/admin/payouts/:id/sent',
  booked: 'POST /api/admin/payouts/:id/booked',
  failed: 'POST /api/admin/payouts/:id/failed',
  cancel: 'POST /api/admin/payouts/:id/cancel',
});
