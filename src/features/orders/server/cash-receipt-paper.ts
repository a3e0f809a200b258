import type { CashReceiptPaper } from '#features/documents/model/papers.ts';
import { type DocumentDeps, issueDocument, type Subject } from '#features/documents/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type Order, openCents } from '../model/order.ts';
import { carsOnPaper, claimsOf, orderFacts } from './billing/order-facts.ts';
import { findOrder } from './order-store.ts';

type Taken = Pick<CashReceiptPaper, 'what' | 'method'> & { subject: Subject; cents: number };

/** Issues the receipt of money that changed hands in person. It comes last in the transaction. */
export async function issueCashReceipt(
  db: Queryable,
  documents: DocumentDeps,
  { id }: Pick<Order, 'id'>,
  { subject, what, method, cents }: Taken,
): Promise<void> {
  const t = recipientTranslator();
  const order = await findOrder(db, id);
  if (!order) throw new Error(`order ${id} is missing`);
  const facts = await orderFacts(db, order, t);
  const { issuer, order: number, buyer, cars } = facts;
  const isPayment = what === 'payment';
  await issueDocument(db, documents, {
    kind: 'receipt',
    subject,
    occasion: 'taken',
    locale: t.locale,
    claims: claimsOf({ ...facts, consignee: null }, { totalCents: cents, paidCents: cents }),
    paper: {
      issuer,
      order: number,
      buyer,
      cars: carsOnPaper(cars),
      what,
      method,
      cents,
      dueCents: isPayment ? Math.max(openCents(order), 0) : null,
    },
  });
}
