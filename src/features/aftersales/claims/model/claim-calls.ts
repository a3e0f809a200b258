import { callsOf } from '#lib/api-client/api-call.ts';
import type { claimContract } from './claim-contract.ts';

export const claimCalls = callsOf<typeof claimContract>({
  ofOrder: 'GET /api/orders/:id/claims',
  open: 'POST /api/orders/:id/claims',
  mine: 'GET /api/claims',
  one: 'GET /api/claims/:id',
  answer: 'POST /api/claims/:id/answer',
  add: 'POST /api/claims/:id/evidence',
  withdraw: 'POST /api/claims/:id/withdraw',
  file: 'GET /api/claims/:id/statements/:statement/files/:position',
});
