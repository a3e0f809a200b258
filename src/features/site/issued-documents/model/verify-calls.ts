import { callsOf } from '#lib/api-client/api-call.ts';
import type { verifyContract } from './verify-contract.ts';

export const verifyCalls = callsOf<typeof verifyContract>({
  read: 'GET /api/verify/:code',
  check: 'POST /api/verify',
});
