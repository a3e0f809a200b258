import { callsOf } from '#lib/api-client/api-call.ts';
import type { returnContract } from './return-contract.ts';

export const returnCalls = callsOf<typeof returnContract>({ record: 'POST /api/admin/orders/:id/returns' });
