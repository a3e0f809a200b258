import { callsOf } from '#lib/api-client/api-call.ts';
import type { orderDocumentContract } from './order-document-contract.ts';

export const orderDocumentCalls = callsOf<typeof orderDocumentContract>({
  file: 'GET /api/orders/:id/documents/:document/pdf',
});
