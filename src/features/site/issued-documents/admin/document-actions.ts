/** Loader and action of the page of documents. */
import type { FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { adminDocumentCalls } from '../../office-calls.ts';
import type { DocumentsResponse } from '../model/admin-document-contract.ts';

export const loadDocuments: Load<DocumentsResponse> = ({ api, url }) => {
  const [q, before] = [url.searchParams.get('q'), Number(url.searchParams.get('before'))];
  return api.call(adminDocumentCalls.list, {
    query: { ...(q !== null && { q: q.slice(0, 60) }), ...(before > 0 && { before }) },
  });
};

export const revokeDocument: FormAction = async ({ api, values: { number = '', reason = '' } }) => {
  const { flag, message, fields } = await api.call(adminDocumentCalls.revoke, { body: { number, reason } });
  return { done: flag === '1', message, ...(fields && { fields }) };
};
