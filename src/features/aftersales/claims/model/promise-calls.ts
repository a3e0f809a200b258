import { callsOf } from '#lib/api-client/api-call.ts';
import type { promiseContract } from './promise-contract.ts';

export const promiseCalls = callsOf<typeof promiseContract>({ read: 'GET /api/promise' });
