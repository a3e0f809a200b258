import type { Order } from '#features/orders/orders/model/order.ts';
import { findOrder, findOrderHold, type OrderHold } from '#features/orders/orders/server/order-store.ts';
import { planOfOrder } from '#features/orders/orders/server/plan-store.ts';
import { lastDayOf } from '#features/payments/order-terms/model/bank-days.ts';
import type { ProFormaPaper } from '#features/site/issued-documents/model/papers.ts';
import {
  type DocumentDeps,
  documentsOf,
  downloadOf,
  issueDocument,
  type StoredDocument,
} from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import {
  carsOnPaper,
  claimsOf,
  linesOfCars,
  linesOfTransport,
  type OrderFacts,
  orderFacts,
  type PayTo,
  payTo,
} from './order-facts.ts';

export const PRO_FORMA = 'pro_forma' as const;

type ProFormaDeps = { documents: Pick<DocumentDeps, 'keys' | 'timeZone'>; clock: Clock };

/**
 * Numbers the pro-forma invoice of a held order, which replaces an earlier one. The last step of its transaction. The caller holds the lock
 * of the order.
 */
export async function issueProForma(
  db: Queryable,
  { documents, clock }: ProFormaDeps,
  orderId: number,
  locale: string,
): Promise<StoredDocument> {
  const t = recipientTranslator(locale);
  const earlier = await documentsOf(db, PRO_FORMA, { kind: 'order', id: orderId });
  const newest = earlier.at(-1);
  const [order, hold] = [await findOrder(db, orderId), await findOrderHold(db, orderId)];
  const to = await payTo(db, clock.now());
  if (!order || !hold || !to.bank) throw new Error(`order ${orderId} is not held, or there is no bank account`);
  const facts = await orderFacts(db, order, t);
  const paper = await paperOf(db, order, hold, facts, to, t);
  return issueDocument(db, documents, {
    kind: PRO_FORMA,
    subject: { kind: 'order', id: orderId },
    occasion: newest ? `hold, version ${earlier.length + 1}` : 'hold',
    ...(newest && { replaces: newest }),
    locale: t.locale,
    claims: { ...claimsOf(facts, paper, paper), valid_until: paper.validUntil },
    paper,
    bankAccountVersion: to.version,
  });
}

async function paperOf(
  db: Queryable,
  order: Order,
  hold: OrderHold,
  { cars, ...facts }: OrderFacts,
  { version: _version, ...to }: PayTo,
  t: Translator,
): Promise<ProFormaPaper> {
  const deposit = (await planOfOrder(db, order.id)).find(({ kind }) => kind === 'deposit');
  return {
    ...facts,
    cars: carsOnPaper(cars),
    lines: [...linesOfCars(cars, t), ...(await linesOfTransport(db, order.id, t))],
    totalCents: order.owedCents,
    paidCents: order.receivedCents,
    dueCents: deposit?.amountCents ?? order.owedCents,
    dueOn: lastDayOf(hold.until, hold.timeZone),
    ...to,
    reference: order.reference,
    validUntil: hold.until.toISOString(),
  };
}

/** Returns the pro-forma invoice that a queued email attaches. */
export async function proFormaForEmail(deps: DocumentDeps, orderId: number): Promise<MailFile> {
  const document = (await documentsOf(deps.pool, PRO_FORMA, { kind: 'order', id: orderId })).at(-1);
  if (!document) throw new Error(`order ${orderId} has no pro-forma invoice`);
  return downloadOf(deps, document);
}
