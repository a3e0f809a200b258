import type { DocumentDeps } from '#features/site/server/api.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { orderDocumentCalls } from '../../orders-calls.ts';
import { orderDocumentContract } from '../model/billing/order-document-contract.ts';
import { myDocument } from './read-orders.ts';

export function orderDocumentEndpoints(deps: DocumentDeps): Endpoint[] {
  return [
    endpoint(orderDocumentCalls.file, orderDocumentContract.file, {
      access: 'user',
      summary: 'A document about an order of the user, as PDF',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, caller, reply }) => {
        const { name, type, content } = await myDocument(deps, userOf(caller).id, params.id, params.document);
        return download(reply, name, type, content);
      },
    }),
  ];
}
