import { initialsOf, vinEnd } from '#features/documents/model/claimed-names.ts';
import type { BankDetails, ProFormaPaper } from '#features/documents/model/papers.ts';
import {
  type DocumentDeps,
  documentsOf,
  downloadOf,
  issueDocument,
  type StoredDocument,
} from '#features/documents/server/api.ts';
import { linesOf } from '#features/operator/model/receipt-sender.ts';
import { bankAccountInForce } from '#features/operator/server/api.ts';
import { lastDayOf } from '#features/order-terms/model/bank-days.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import type { Order } from '../../model/order.ts';
import { carsOnPaper, linesOfCars, orderFacts } from '../billing/bill-papers.ts';
import { findOrder } from '../order-store.ts';
import { planOfOrder } from '../plan-store.ts';
import { findOrderHold, type OrderHold } from './hold-store.ts';

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
  const account = await bankAccountInForce(db, clock.now());
  if (!order || !hold || !account) throw new Error(`order ${orderId} is not held, or there is no bank account`);
  const { holder, bank, account: number, bic, isDemo } = account;
  const paper = await paperOf(db, order, hold, { holder, bank, account: number, bic, isDemo }, t);
  const initials = initialsOf(hold.name);
  return issueDocument(db, documents, {
    kind: PRO_FORMA,
    subject: { kind: 'order', id: orderId },
    occasion: newest ? `hold, version ${earlier.length + 1}` : 'hold',
    ...(newest && { replaces: newest }),
    locale: t.locale,
    claims: {
      issuer: paper.issuer.lines[0] ?? '',
      currency: 'USD',
      total_cents: paper.totalCents,
      paid_cents: paper.paidCents,
      cars: paper.cars.map(({ name, vin }) => ({ name, vin_end: vinEnd(vin) })),
      party: initials === null ? null : { role: 'buyer', name: initials },
      bank_account_end: number.slice(-4),
      reference: order.reference,
      is_demo: isDemo,
    },
    paper,
    bankAccountVersion: account.version,
  });
}

async function paperOf(
  db: Queryable,
  order: Order,
  hold: OrderHold,
  bank: BankDetails,
  t: Translator,
): Promise<ProFormaPaper> {
  const { cars, ...facts } = await orderFacts(db, order, t);
  const deposit = (await planOfOrder(db, order.id)).find(({ kind }) => kind === 'deposit');
  return {
    ...facts,
    buyer: { lines: [hold.name, ...linesOf(hold.address), t.region(hold.country)] },
    cars: carsOnPaper(cars),
    lines: linesOfCars(cars, t),
    totalCents: order.owedCents,
    paidCents: order.receivedCents,
    dueCents: deposit?.amountCents ?? order.owedCents,
    dueOn: lastDayOf(hold.until, hold.timeZone),
    bank,
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
