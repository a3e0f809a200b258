import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminDocumentContract } from './admin-document-contract.ts';

export const adminDocumentCalls = callsOf<typeof adminDocumentContract>({
  list: 'GET /api/admin/documents',
  file: 'GET /api/admin/documents/:id/pdf',
  revoke: 'POST /api/admin/documents/revocations',
});
