import { callsOf } from '#lib/api-client/api-call.ts';
import type { fileContract } from './file-contract.ts';

export const fileCalls = callsOf<typeof fileContract>({
  list: 'GET /api/orders/:id/files',
  send: 'POST /api/orders/:id/files',
  open: 'GET /api/orders/:id/files/:file',
  withdraw: 'POST /api/orders/:id/files/:file/withdrawal',
  sendParcel: 'POST /api/orders/:id/parcels',
  withdrawParcel: 'POST /api/orders/:id/parcels/:parcel/withdrawal',
  openings: 'GET /api/admin/orders/:id/file-openings',
});
