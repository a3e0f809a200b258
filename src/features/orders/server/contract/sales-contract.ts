import { createHash } from 'node:crypto';
import { CONTRACT_VERSION } from '#content/contracts/sales-contract.ts';
import { mailAddressOf } from '#features/accounts/server/api.ts';
import { actingUser, audit } from '#features/audit/server/api.ts';
import { initialsOf, vinEnd } from '#features/documents/model/claimed-names.ts';
import type { ContractPaper } from '#features/documents/model/papers.ts';
import { canonicalJson, documentsOf, issueDocument, type StoredDocument } from '#features/documents/server/api.ts';
import { carForDocument } from '#features/listings/server/api.ts';
import { receiptSender } from '#features/operator/model/receipt-sender.ts';
import { readOperator } from '#features/operator/server/api.ts';
import { keptOf, NEVER_BPS } from '#features/order-acts/model/cancel-words.ts';
import { dayOf } from '#features/payments/model/calendar-day.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { orderDocumentCalls } from '../../model/billing/order-document-calls.ts';
import type { SalesContractResponse } from '../../model/contract-contract.ts';
import { type Order, orderNumber } from '../../model/order.ts';
import { clausesOf } from '../../model/sales-contract.ts';
import { isSellerOf, sellersOfOrder } from '../consignee/consignee-store.ts';
import type { OrderDeps } from '../order-deps.ts';
import { carsOfOrders, findOrder, lockOrder } from '../order-store.ts';
import { orderNotFound } from '../pay-item.ts';
import { planOfOrder } from '../plan-store.ts';
import { mailContractAccepted } from './contract-mails.ts';
import { hasContract } from './contract-state.ts';
import { acceptancesOf, insertAcceptance } from './contract-store.ts';

const CONTRACT = 'contract';

type Role = 'buyer' | 'seller';
type ContractText = Pick<ContractPaper, 'version' | 'textHash' | 'clauses'>;
type Car = { name: string; vin: string | null };
type Facts = { text: ContractText; cars: Car[]; totalCents: number };

/** Returns what a user is in an order. Throws `not_found` if nothing, or if the order has no contract. */
async function roleIn(db: Queryable, order: Order | null, userId: number): Promise<Role> {
  if (!order || !hasContract(order)) throw orderNotFound();
  if (order.userId === userId) return 'buyer';
  if (await isSellerOf(db, order.id, userId)) return 'seller';
  throw orderNotFound();
}

async function newestDocument(db: Queryable, orderId: number): Promise<StoredDocument | null> {
  return (await documentsOf(db, CONTRACT, { kind: 'order', id: orderId })).at(-1) ?? null;
}

/** The text that was accepted first stays the contract, whatever changes in the order afterwards. */
async function factsOf(db: Queryable, order: Order, t: Translator): Promise<Facts> {
  const rows = (await carsOfOrders(db, [order.id])).get(order.id) ?? [];
  const cars: Car[] = [];
  for (const { listingId } of rows) {
    const { name, year, vin } = await carForDocument(db, listingId);
    cars.push({ name: `${year} ${name}`, vin });
  }
  const sum = (cents: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + cents(row), 0);
  const totalCents = sum((row) => row.totalCents);
  const existing = await newestDocument(db, order.id);
  if (existing) {
    const { version, textHash, clauses }: ContractPaper = JSON.parse(existing.paper);
    return { text: { version, textHash, clauses }, cars, totalCents };
  }
  const operator = await readOperator(db);
  const closed = t('booking.closedAccount');
  const clauses = clausesOf({
    order: orderNumber(order.id),
    operator: receiptSender(operator)[0] ?? '',
    buyer: (await mailAddressOf(db, order.userId))?.name ?? closed,
    sellers: (await sellersOfOrder(db, order.id)).map(({ name }) => name),
    cars,
    priceCents: sum((row) => row.priceCents),
    taxCents: sum((row) => row.taxCents),
    feeCents: sum((row) => row.feeCents),
    totalCents,
    // The seller sells the cars; shipping them is our service.
    plan: (await planOfOrder(db, order.id))
      .filter(({ kind }) => kind !== 'transport')
      .map(({ kind, amountCents, dueAt }) => ({
        kind,
        cents: amountCents,
        dueOn: dayOf(dueAt),
      })),
    terms: order.terms.version,
    claimDays: order.terms.claimDays,
    cancel: {
      freeDays: order.terms.cancelFreeDays,
      until: order.terms.cancelUntil,
      keptCents: order.terms.keptCancelBps < NEVER_BPS ? keptOf(totalCents, order.terms.keptCancelBps) : null,
      keptUnpaidCents: keptOf(totalCents, order.terms.keptUnpaidBps),
    },
    law: operator.governingLaw,
  });
  const textHash = createHash('sha256')
    .update(canonicalJson({ version: CONTRACT_VERSION, clauses }))
    .digest('hex');
  return { text: { version: CONTRACT_VERSION, textHash, clauses }, cars, totalCents };
}

/** Returns the contract of an order for its buyer or a seller of its cars. */
export async function showContract(
  db: Queryable,
  userId: number,
  orderId: number,
  t: Translator,
): Promise<SalesContractResponse> {
  const order = await findOrder(db, orderId);
  const role = await roleIn(db, order, userId);
  if (!order) throw orderNotFound();
  const { text } = await factsOf(db, order, t);
  const accepted = await acceptancesOf(db, orderId);
  const document = await newestDocument(db, orderId);
  return {
    order_id: orderId,
    number: orderNumber(orderId),
    role,
    version: text.version,
    hash: text.textHash,
    clauses: [...text.clauses],
    accepted: accepted.map(({ party, name, at, userId: by }) => ({
      party,
      name,
      at: at.toISOString(),
      is_mine: by === userId,
    })),
    may_accept: order.life === 'active' && accepted.every(({ userId: by }) => by !== userId),
    document: document && {
      number: document.number,
      url: href(orderDocumentCalls.file, { params: { id: orderId, document: document.id } }),
    },
  };
}

/**
 * Accepts exactly the text with this hash as the buyer or a seller, and issues the contract with all acceptances so far. A repeated call
 * changes nothing. Throws if the text has changed since it was shown.
 */
export async function acceptContract(
  { payments: { pool }, documents, siteOrigin }: OrderDeps,
  userId: number,
  orderId: number,
  hash: string,
  t: Translator,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    const party = await roleIn(db, order, userId);
    if (!order) throw orderNotFound();
    if ((await acceptancesOf(db, orderId)).some((each) => each.userId === userId)) return;
    if (order.life !== 'active')
      throw new AppError('conflict', 'the order has ended', { messageKey: 'contract.ended' });
    const { text, cars, totalCents } = await factsOf(db, order, t);
    if (text.textHash !== hash) throw new AppError('conflict', 'another text', { messageKey: 'contract.changed' });
    const { version, textHash } = text;
    if (!(await insertAcceptance(db, orderId, { party, userId, version, textHash: Buffer.from(textHash, 'hex') })))
      return;
    const subject = { kind: 'order', id: orderId };
    await audit(db, origin, {
      actor: actingUser(userId),
      action: 'contract accepted',
      subject,
      details: { party, version, textHash },
    });
    if (party === 'buyer') await mailContractAccepted(db, siteOrigin, order);
    const accepted = (await acceptancesOf(db, orderId)).map((each) => ({
      party: each.party,
      name: each.name,
      at: each.at.toISOString(),
    }));
    const operator = await readOperator(db);
    const replaced = await newestDocument(db, orderId);
    const initials = initialsOf((await mailAddressOf(db, order.userId))?.name ?? '');
    const lines = receiptSender(operator);
    await issueDocument(db, documents, {
      kind: CONTRACT,
      subject,
      occasion: `acceptance ${accepted.length}`,
      locale: t.locale,
      claims: {
        issuer: lines[0] ?? '',
        currency: 'USD',
        total_cents: totalCents,
        paid_cents: null,
        cars: cars.map(({ name, vin }) => ({ name, vin_end: vinEnd(vin) })),
        party: initials === null ? null : { role: 'buyer', name: initials },
        bank_account_end: null,
        is_demo: false,
      },
      paper: {
        issuer: {
          lines,
          isNamed: operator.legalName !== '',
          registrationNumber: operator.registrationNumber || null,
          moneyHolder: operator.moneyHolder || null,
        },
        order: orderNumber(orderId),
        ...text,
        accepted,
      },
      ...(replaced && { replaces: { id: replaced.id, number: replaced.number } }),
    });
  });
}
