import { askedCents, type Order } from '#features/orders/orders/model/order.ts';
import { findOrder } from '#features/orders/orders/server/order-store.ts';
import type { CashReceiptPaper } from '#features/site/issued-documents/model/papers.ts';
import { type DocumentDeps, documentsOf, downloadOf, issueDocument, type Subject } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { AttachmentReference, MailFile } from '#lib/server/mail/mail.ts';
import { carsOnPaper, claimsOf, orderFacts } from './order-facts.ts';

/** Document subjects of receipts. */
export const CASH_RECEIPT = 'cash receipt';
export const CASH_RETURN = 'cash return';
export const SECURITY_MOVE = 'security move';

type Moved = Pick<CashReceiptPaper, 'what' | 'method'> & { subject: Subject; cents: number };

/** Issues a receipt for money taken or returned in person. Call it last in the transaction. */
export async function issueCashReceipt(
  db: Queryable,
  documents: DocumentDeps,
  { id }: Pick<Order, 'id'>,
  { subject, what, method, cents }: Moved,
): Promise<void> {
  const t = recipientTranslator();
  const order = await findOrder(db, id);
  if (!order) throw new Error(`order ${id} is missing`);
  const facts = await orderFacts(db, order, t);
  const { issuer, order: number, buyer, cars } = facts;
  const isGivenBack = what === 'returned' || what === 'securityReturned';
  await issueDocument(db, documents, {
    kind: 'receipt',
    subject,
    occasion: 'taken',
    locale: t.locale,
    claims: claimsOf(
      { ...facts, consignee: null },
      isGivenBack ? { totalCents: null, paidCents: -cents } : { totalCents: cents, paidCents: cents },
    ),
    paper: {
      issuer,
      order: number,
      buyer,
      cars: carsOnPaper(cars),
      what,
      method,
      cents,
      dueCents: what === 'payment' ? askedCents(order) : null,
    },
  });
}

/** Returns the receipt of money in person that a queued email attaches. */
export async function cashReceiptForEmail(deps: DocumentDeps, { kind, id }: AttachmentReference): Promise<MailFile> {
  const [document] = await documentsOf(deps.pool, 'receipt', { kind, id });
  if (!document) throw new Error(`${kind} ${id} has no receipt`);
  return downloadOf(deps, document);
}
