import { callsOf } from '#lib/api-client/api-call.ts';
import type { exportPaperContract } from './export-papers/model/export-paper-contract.ts';
import type { handoverContract } from './handovers/model/handover-contract.ts';
import type { fileContract } from './shipments/model/file-contract.ts';
import type { shipmentContract, yardContract } from './shipments/model/shipment-contract.ts';

export const exportPaperCalls = callsOf<typeof exportPaperContract>({
  read: 'GET /api/orders/:id/export-papers',
  file: 'GET /api/orders/:id/export-papers/:kind/pdf',
  save: 'PUT /api/orders/:id/export-goods/:listing',
});

export const handoverCalls = callsOf<typeof handoverContract>({
  list: 'GET /api/orders/:id/handovers',
  record: 'POST /api/orders/:id/handovers',
});

export const fileCalls = callsOf<typeof fileContract>({
  list: 'GET /api/orders/:id/files',
  send: 'POST /api/orders/:id/files',
  open: 'GET /api/orders/:id/files/:file',
  withdraw: 'POST /api/orders/:id/files/:file/withdrawal',
  sendParcel: 'POST /api/orders/:id/parcels',
  withdrawParcel: 'POST /api/orders/:id/parcels/:parcel/withdrawal',
  openings: 'GET /api/admin/orders/:id/file-openings',
});

export const shipmentCalls = callsOf<typeof shipmentContract>({
  timeline: 'GET /api/orders/:id/timeline',
  tell: 'POST /api/orders/:id/events',
  events: 'GET /api/orders/:id/events',
  withdraw: 'POST /api/orders/:id/events/:event/withdrawal',
  schedule: 'POST /api/admin/orders/:id/schedule',
  share: 'POST /api/orders/:id/calendar',
  calendar: 'GET /api/orders/:id/timeline.ics',
  ports: 'GET /api/ports',
});

export const yardCalls = callsOf<typeof yardContract>({ read: 'GET /api/yard' });
