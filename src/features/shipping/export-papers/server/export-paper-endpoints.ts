import type { DocumentDeps } from '#features/site/server/api.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { exportPaperCalls } from '../../shipping-calls.ts';
import { exportPaperContract } from '../model/export-paper-contract.ts';
import { exportPaper, readExportPapers, saveGoods } from './export-papers.ts';

export function exportPaperEndpoints(documents: DocumentDeps): Endpoint[] {
  const { pool } = documents;
  const party = { access: 'user-or-admin' } as const;
  return [
    endpoint(exportPaperCalls.read, exportPaperContract.read, {
      ...party,
      permission: 'bookings:read',
      summary: 'The export papers of an order, and what they say and lack of its cars, for its parties',
      handle: ({ params, caller, t }) => readExportPapers(pool, caller, params.id, t),
    }),
    endpoint(exportPaperCalls.file, exportPaperContract.file, {
      ...party,
      permission: 'bookings:read',
      summary: 'Download an export paper of an order as PDF; another one is issued if something has changed',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, caller, reply, t }) => {
        const { name, type, content } = await exportPaper(documents, caller, params.id, params.kind, t);
        return download(reply, name, type, content);
      },
    }),
    endpoint(exportPaperCalls.save, exportPaperContract.save, {
      ...party,
      permission: 'bookings:write',
      summary: 'Enter what export papers say of a car, as its seller or the office; papers from before become outdated',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, body, caller, t }) => {
        await saveGoods(pool, caller, params, body);
        return readExportPapers(pool, caller, params.id, t);
      },
    }),
  ];
}
