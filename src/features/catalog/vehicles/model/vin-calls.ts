import { callsOf } from '#lib/api-client/api-call.ts';
import type { vinContract } from './vin-contract.ts';

export const vinCalls = callsOf<typeof vinContract>({
  read: 'GET /api/vin/:vin',
});
