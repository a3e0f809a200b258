import { callsOf } from '#lib/api-client/api-call.ts';
import type { exportPaperContract } from './export-paper-contract.ts';

export const exportPaperCalls = callsOf<typeof exportPaperContract>({
  read: 'GET /api/orders/:id/export-papers',
  file: 'GET /api/orders/:id/export-papers/:kind/pdf',
  save: 'PUT /api/orders/:id/export-goods/:listing',
});
