import { callsOf } from '#lib/api-client/api-call.ts';
import type { driverContract } from './driver-contract.ts';

export const driverCalls = callsOf<typeof driverContract>({
  show: 'GET /api/orders/:id/driver',
  send: 'POST /api/orders/:id/driver',
  license: 'GET /api/orders/:id/driver/license',
  check: 'POST /api/admin/orders/:id/driver/check',
});
