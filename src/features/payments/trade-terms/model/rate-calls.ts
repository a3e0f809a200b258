import { callsOf } from '#lib/api-client/api-call.ts';
import type { rateContract } from './rate-contract.ts';

export const rateCalls = callsOf<typeof rateContract>({
  read: 'GET /api/admin/transport-rates',
  save: 'PUT /api/admin/transport-rates',
});
