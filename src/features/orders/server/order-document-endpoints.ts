import { type DocumentDeps, documentsOfSubject, downloadOf } from '#features/documents/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { userOf } from '#lib/server/http/caller.ts';
import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { orderDocumentCalls } from '../model/billing/order-document-calls.ts';
import { orderDocumentContract } from '../model/billing/order-document-contract.ts';
import { isSellerOf } from './consignee/consignee-store.ts';
import { documentSubjectsOf, findOrder } from './order-store.ts';

export function orderDocumentEndpoints(deps: DocumentDeps): Endpoint[] {
  return [
    endpoint(orderDocumentCalls.file, orderDocumentContract.file, {
      tag: 'Orders',
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

/**
 * Returns a document about an order to its buyer, and the sales contract and handovers also to the sellers of its cars. Throws `not_found` for
 * unknown documents and those of other orders and users alike, so ids cannot be probed.
 */
async function myDocument(deps: DocumentDeps, userId: number, orderId: number, id: number): Promise<MailFile> {
  const isMine = (await findOrder(deps.pool, orderId))?.userId === userId;
  const subjects = await documentSubjectsOf(deps.pool, orderId);
  const documents = await Promise.all(subjects.map((subject) => documentsOfSubject(deps.pool, subject)));
  const document = documents.flat().find((one) => one.id === id);
  const isForSellers = document?.kind === 'contract' || document?.kind === 'handover';
  const mayRead = isMine || (isForSellers && (await isSellerOf(deps.pool, orderId, userId)));
  if (!document || !mayRead) throw new AppError('not_found', 'no such document', { messageKey: 'orders.noDocument' });
  return downloadOf(deps, document);
}
