import { callsOf } from '#lib/api-client/api-call.ts';
import type { booksContract } from './books-contract.ts';

export const booksCalls = callsOf<typeof booksContract>({
  show: 'GET /api/admin/books',
  csv: 'GET /api/admin/books/trial-balance/csv',
});
