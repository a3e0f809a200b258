import type pg from 'pg';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminDocumentCalls } from '../../office-calls.ts';
import { verifyCalls } from '../../site-calls.ts';
import { downloadDocument, listDocuments, revokeByNumber } from '../admin/server/admin-documents.ts';
import { adminDocumentContract, verifyContract } from '../model/verify-contract.ts';
import type { DocumentDeps } from './issue-document.ts';
import { verifyCode, verifyFile } from './verify-document.ts';

/** Codes are random, so the limit only slows down load, not guessing. */
const LIMIT = { uses: 120, inSeconds: 600 };

export function verifyEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  return [
    endpoint(verifyCalls.read, verifyContract.read, {
      access: 'anyone',
      summary: 'Verify a document by the code printed on it',
      limit: LIMIT,
      handle: ({ params }) => verifyCode(pool, params.code),
    }),
    endpoint(verifyCalls.check, verifyContract.check, {
      access: 'anyone',
      summary: 'Verify the PDF of a document: whether it is the file that was issued',
      limit: LIMIT,
      upload: { files: { file: { most: 1 } } },
      handle: async ({ files: [file] }) => {
        if (!file) throw new AppError('malformed', 'no file', { fields: { file: 'is missing' } });
        return verifyFile(pool, file);
      },
    }),
  ];
}

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
