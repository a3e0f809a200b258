import { callsOf } from '#lib/api-client/api-call.ts';
import type { consigneeContract } from './consignee-contract.ts';

export const consigneeCalls = callsOf<typeof consigneeContract>({
  show: 'GET /api/orders/:id/consignee',
  sendCode: 'POST /api/orders/:id/consignee/code',
  change: 'PUT /api/orders/:id/consignee',
  cancel: 'POST /api/orders/:id/consignee/cancel',
  cancelByLink: 'POST /api/consignee-changes/cancel',
  ofOffice: 'GET /api/admin/orders/:id/consignee',
  cancelByOffice: 'POST /api/admin/orders/:id/consignee/cancel',
});
