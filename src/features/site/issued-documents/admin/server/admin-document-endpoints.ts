import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminDocumentCalls } from '../../../office-calls.ts';
import { adminDocumentContract } from '../../model/admin-document-contract.ts';
import type { DocumentDeps } from '../../server/document-deps.ts';
import { downloadDocument, listDocuments, revokeByNumber } from './admin-documents.ts';

export function adminDocumentEndpoints(deps: DocumentDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(adminDocumentCalls.list, adminDocumentContract.list, {
      ...office,
      permission: 'documents:read',
      summary: 'List issued documents, the newest first, or find one by its number or code',
      handle: ({ query }) => listDocuments(deps.pool, query),
    }),
    endpoint(adminDocumentCalls.file, adminDocumentContract.file, {
      ...office,
      permission: 'documents:read',
      summary: 'The PDF of a document',
      handle: async ({ params, reply }) => {
        const { name, type, content } = await downloadDocument(deps, params.id);
        return download(reply, name, type, content);
      },
    }),
    endpoint(adminDocumentCalls.revoke, adminDocumentContract.revoke, {
      ...office,
      permission: 'documents:write',
      summary: 'Revoke a document; its number stays used',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await revokeByNumber(deps.pool, adminOf(caller), body, originOf(request)), t),
    }),
  ];
}
