import { createHash } from 'node:crypto';
import { CONTRACT_VERSION } from '#content/contracts/sales-contract.ts';
import { carForDocument } from '#features/catalog/server/api.ts';
import { claimsOf, type OrderFacts, orderFacts } from '#features/orders/billing/server/order-facts.ts';
import { type Order, type OrderCar, orderNumber } from '#features/orders/orders/model/order.ts';
import type { OrderSummary } from '#features/orders/orders/model/order-contract.ts';
import { pendingConsignee } from '#features/orders/orders/server/consignee-store.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import {
  findOrder,
  isSellerOf,
  lockOrder,
  orderNotFound,
  sellersOfOrder,
} from '#features/orders/orders/server/order-store.ts';
import { planOfOrder } from '#features/orders/orders/server/plan-store.ts';
import { keptOf, NEVER_BPS, unpaidBps } from '#features/payments/order-acts/model/cancellation.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { actingUser, audit } from '#features/people/server/api.ts';
import type { ContractPaper } from '#features/site/issued-documents/model/papers.ts';
import {
  canonicalJson,
  documentsOf,
  issueDocument,
  readOperator,
  type StoredDocument,
} from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { orderDocumentCalls } from '../../orders-calls.ts';
import { clausesOf } from '../model/sales-contract.ts';
import type { Sale, SalesContractResponse, SalesResponse } from '../model/sales-contract-contract.ts';
import { acceptancesOf, buyersAcceptances, insertAcceptance, type SaleRow, salesOf } from './contract-store.ts';

const CONTRACT = 'contract';

type Role = 'buyer' | 'seller';
type ContractText = Pick<ContractPaper, 'version' | 'textHash' | 'clauses'>;
type Facts = { text: ContractText; totalCents: number };

/** Returns the role of a user in an order. Throws `not_found` without one, or without a contract. */
async function roleIn(db: Queryable, order: Order | null, userId: number): Promise<Role> {
  if (!order || !hasContract(order)) throw orderNotFound();
  if (order.userId === userId) return 'buyer';
  if (await isSellerOf(db, order.id, userId)) return 'seller';
  throw orderNotFound();
}

async function newestDocument(db: Queryable, orderId: number): Promise<StoredDocument | null> {
  return (await documentsOf(db, CONTRACT, { kind: 'order', id: orderId })).at(-1) ?? null;
}

/** Returns the text of the contract. The first acceptance fixes it, so later changes of the order have no effect. */
async function contractOf(db: Queryable, order: Order, facts: OrderFacts): Promise<Facts> {
  const sum = (cents: (car: OrderCar) => number) => facts.cars.reduce((total, car) => total + cents(car), 0);
  const totalCents = sum((car) => car.totalCents);
  const existing = await newestDocument(db, order.id);
  if (existing) {
    const { version, textHash, clauses }: ContractPaper = JSON.parse(existing.paper);
    return { text: { version, textHash, clauses }, totalCents };
  }
  const operator = await readOperator(db);
  const unpaid = unpaidBps(order.terms);
  const clauses = clausesOf({
    order: facts.order,
    operator: facts.issuer.lines[0] ?? '',
    buyer: facts.buyer.lines.join(', '),
    sellers: (await sellersOfOrder(db, order.id)).map(({ name }) => name),
    cars: facts.cars,
    priceCents: sum((car) => car.priceCents),
    taxCents: sum((car) => car.taxCents),
    feeCents: sum((car) => car.feeCents),
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
      unpaid: { earlyCents: keptOf(totalCents, unpaid.early), lateCents: keptOf(totalCents, unpaid.late) },
    },
    law: operator.governingLaw,
  });
  const textHash = createHash('sha256')
    .update(canonicalJson({ version: CONTRACT_VERSION, clauses }))
    .digest('hex');
  return { text: { version: CONTRACT_VERSION, textHash, clauses }, totalCents };
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
  const { text } = await contractOf(db, order, await orderFacts(db, order, t));
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
 * Accepts the text with this hash as buyer or seller, and issues the contract with all acceptances. Idempotent. Throws if the text has changed
 * since it was shown.
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
    const facts = await orderFacts(db, order, t);
    const { text, totalCents } = await contractOf(db, order, facts);
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
    const replaced = await newestDocument(db, orderId);
    await issueDocument(db, documents, {
      kind: CONTRACT,
      subject,
      occasion: `acceptance ${accepted.length}`,
      locale: t.locale,
      claims: claimsOf({ ...facts, consignee: null }, { totalCents, paidCents: null }),
      paper: {
        issuer: facts.issuer,
        order: facts.order,
        ...text,
        accepted,
      },
      ...(replaced && { replaces: { id: replaced.id, number: replaced.number } }),
    });
  });
}

/** Returns whether an order has a sales contract, which requires the deposit. */
function hasContract({ offer, life, terms }: Pick<Order, 'offer' | 'life' | 'terms'>): boolean {
  return terms.requiresContract && offer === 'Sell' && life !== 'held';
}

/** Returns the contract states of orders by order id, without orders that need no contract. */
export async function contractStatesOf(db: Queryable, orders: Order[]): Promise<Map<number, OrderSummary['contract']>> {
  const needing = orders.filter(hasContract).map(({ id }) => id);
  const accepted = needing.length === 0 ? new Map<number, Date>() : await buyersAcceptances(db, needing);
  return new Map(needing.map((id) => [id, { accepted_at: accepted.get(id)?.toISOString() ?? null }]));
}

/** Asks the sellers to accept the contract that the buyer accepted. */
async function mailContractAccepted(db: Queryable, siteOrigin: string, { id }: Order): Promise<void> {
  const t = recipientTranslator();
  const number = orderNumber(id);
  const subject = t('mail.contract', { number });
  for (const { name, email } of await sellersOfOrder(db, id)) {
    const content = {
      title: subject,
      paragraphs: [t('mail.greeting', { name }), t('mail.contract.text', { number })],
      action: { label: t('mail.contract.action'), url: siteOrigin + paths.contract.replace(':id', String(id)) },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}

/** Returns the sold cars of a seller, the newest first. */
export async function mySales(db: Queryable, sellerId: number): Promise<SalesResponse> {
  const items = [];
  for (const row of await salesOf(db, sellerId)) items.push(await toSale(db, row));
  return { items };
}

async function toSale(db: Queryable, row: SaleRow): Promise<Sale> {
  const { name, year } = await carForDocument(db, row.listingId);
  const change = row.life === 'active' ? await pendingConsignee(db, row.orderId) : null;
  const isOpen = row.requiresContract && row.acceptedAt === null && row.life === 'active';
  return {
    order_id: row.orderId,
    number: orderNumber(row.orderId),
    life: row.life,
    listing_id: row.listingId,
    car: `${year} ${name}`,
    price_cents: row.priceCents,
    share_cents: row.priceCents - row.commissionCents,
    reduced_cents: row.reducedCents,
    sold_at: row.soldAt.toISOString(),
    contract: row.acceptedAt !== null ? 'accepted' : isOpen ? 'open' : 'not_needed',
    consignee_change: change && {
      name: change.name,
      country: change.country,
      effective_at: change.effectiveAt.toISOString(),
    },
  };
}
