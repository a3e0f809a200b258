import { callsOf } from '#lib/api-client/api-call.ts';
import type { yardContract } from './yard-contract.ts';

export const yardCalls = callsOf<typeof yardContract>({ read: 'GET /api/yard' });
