import { callsOf } from '#lib/api-client/api-call.ts';
import type { statementContract } from './bank-statements/model/statement-contract.ts';
import type { booksContract } from './books/model/books-contract.ts';
import type { adminPayoutContract } from './payouts/model/payout-contract.ts';

export const statementCalls = callsOf<typeof statementContract>({
  import: 'POST /api/admin/statements',
  list: 'GET /api/admin/statements',
  confirm: 'POST /api/admin/statements/:id/confirm',
  lines: 'GET /api/admin/statements/lines',
  line: 'GET /api/admin/statements/lines/:id',
  match: 'POST /api/admin/statements/lines/:id/match',
  unmatch: 'POST /api/admin/statements/lines/:id/unmatch',
  mappings: 'GET /api/admin/statements/mappings',
  saveMapping: 'POST /api/admin/statements/mappings',
});

export const booksCalls = callsOf<typeof booksContract>({
  show: 'GET /api/admin/books',
  csv: 'GET /api/admin/books/trial-balance/csv',
});

export const adminPayoutCalls = callsOf<typeof adminPayoutContract>({
  list: 'GET /api/admin/payouts',
  create: 'POST /api/admin/payouts',
  days: 'POST /api/admin/sellers/:id/payout-days',
  sent: 'POST /api/admin/payouts/:id/sent',
  booked: 'POST /api/admin/payouts/:id/booked',
  failed: 'POST /api/admin/payouts/:id/failed',
  cancel: 'POST /api/admin/payouts/:id/cancel',
});
