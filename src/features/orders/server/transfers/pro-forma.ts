import { initialsOf, vinEnd } from '#features/documents/model/claimed-names.ts';
import type { BankDetails, ProFormaPaper } from '#features/documents/model/papers.ts';
import {
  type DocumentDeps,
  documentsOf,
  downloadOf,
  issueDocument,
  type StoredDocument,
} from '#features/documents/server/api.ts';
import { carForDocument } from '#features/listings/server/api.ts';
import { linesOf, receiptSender } from '#features/operator/model/receipt-sender.ts';
import { bankAccountInForce, readOperator } from '#features/operator/server/api.ts';
import { dayOf } from '#features/payments/model/calendar-day.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';
import { type Order, orderNumber } from '../../model/order.ts';
import type { OrderDeps } from '../order-deps.ts';
import { carsOfOrders, findOrder } from '../order-store.ts';
import { planOfOrder } from '../plan-store.ts';
import { findOrderHold, type OrderHold } from './hold-store.ts';

export const PRO_FORMA = 'pro_forma' as const;

/** Numbers the pro-forma invoice of a held order. The last step of its transaction. */
export async function issueProForma(
  db: Queryable,
  { documents, payments }: OrderDeps,
  orderId: number,
  locale: string,
): Promise<StoredDocument> {
  const t = recipientTranslator(locale);
  const [order, hold] = [await findOrder(db, orderId), await findOrderHold(db, orderId)];
  const account = await bankAccountInForce(db, payments.clock.now());
  if (!order || !hold || !account) throw new Error(`order ${orderId} is not held, or there is no bank account`);
  const { holder, bank, account: number, bic, isDemo } = account;
  const paper = await paperOf(db, order, hold, { holder, bank, account: number, bic, isDemo }, t);
  const initials = initialsOf(hold.name);
  return issueDocument(db, documents, {
    kind: PRO_FORMA,
    subject: { kind: 'order', id: orderId },
    occasion: 'hold',
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
  const operator = await readOperator(db);
  const cars = (await carsOfOrders(db, [order.id])).get(order.id) ?? [];
  const facts = [];
  for (const { listingId } of cars) facts.push(await carForDocument(db, listingId));
  const named = facts.map(({ name, year, vin }) => ({ name: `${year} ${name}`, vin }));
  const deposit = (await planOfOrder(db, order.id)).find(({ kind }) => kind === 'deposit');
  return {
    issuer: {
      lines: receiptSender(operator),
      isNamed: operator.legalName !== '',
      registrationNumber: operator.registrationNumber || null,
      moneyHolder: operator.moneyHolder || null,
    },
    order: orderNumber(order.id),
    tradeTerm: null,
    buyer: { lines: [hold.name, ...linesOf(hold.address), t.region(hold.country)] },
    consignee: null,
    cars: named,
    lines: cars.flatMap((car, at) => [
      { text: named[at]?.name ?? '', cents: car.priceCents },
      { text: t('orders.line.tax'), cents: car.taxCents },
      { text: t('orders.line.fee'), cents: car.feeCents },
    ]),
    totalCents: order.owedCents,
    paidCents: order.receivedCents,
    dueCents: deposit?.amountCents ?? order.owedCents,
    dueOn: dayOf(hold.until),
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
