import { type DocumentDeps, documentsOfSubject, downloadOf } from '#features/documents/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { isSellerOf } from './consignee/consignee-store.ts';
import { documentSubjectsOf, findOrder } from './order-store.ts';

/**
 * Returns a document about an order to its buyer, and the sales contract and handovers also to the sellers of its cars. Throws `not_found` for unknown documents and those of other orders and users alike, so ids
 * cannot be probed.
 */
export async function myDocument(deps: DocumentDeps, userId: number, orderId: number, id: number): Promise<MailFile> {
  const isMine = (await findOrder(deps.pool, orderId))?.userId === userId;
  const subjects = await documentSubjectsOf(deps.pool, orderId);
  const documents = await Promise.all(subjects.map((subject) => documentsOfSubject(deps.pool, subject)));
  const document = documents.flat().find((one) => one.id === id);
  const isForSellers = document?.kind === 'contract' || document?.kind === 'handover';
  const mayRead = isMine || (isForSellers && (await isSellerOf(deps.pool, orderId, userId)));
  if (!document || !mayRead) throw new AppError('not_found', 'no such document', { messageKey: 'orders.noDocument' });
  return downloadOf(deps, document);
}
