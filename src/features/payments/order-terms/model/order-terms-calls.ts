import { callsOf } from '#lib/api-client/api-call.ts';
import type { orderTermsContract } from './order-terms-contract.ts';

export const orderTermsCalls = callsOf<typeof orderTermsContract>({ read: 'GET /api/order-terms' });
