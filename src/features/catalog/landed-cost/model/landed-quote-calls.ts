import { callsOf } from '#lib/api-client/api-call.ts';
import type { landedQuoteContract } from './landed-quote-contract.ts';

export const landedQuoteCalls = callsOf<typeof landedQuoteContract>({
  make: 'POST /api/landed-quotes',
  read: 'GET /api/landed-quotes/:code',
  pdf: 'GET /api/landed-quotes/:code/pdf',
});
