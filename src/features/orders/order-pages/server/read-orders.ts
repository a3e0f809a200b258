import type pg from 'pg';
import { carsOfBookings, shortQuoteResponse, toCardResponse } from '#features/catalog/server/api.ts';
import { rentalCalls } from '#features/orders/office-calls.ts';
import { askedCents, type Order, openCents, orderNumber } from '#features/orders/orders/model/order.ts';
import type { MyOrdersResponse, OrderResponse, OrderSummary } from '#features/orders/orders/model/order-contract.ts';
import { type PlanItem, stateOfItem } from '#features/orders/orders/model/payment-plan.ts';
import {
  carsOfOrders,
  documentSubjectsOf,
  findOrder,
  findOrderHold,
  isSellerOf,
  movesOfOrder,
  orderNotFound,
  ordersOfUser,
} from '#features/orders/orders/server/order-store.ts';
import { plansOfOrders } from '#features/orders/orders/server/plan-store.ts';
import { chargesOf, securityOf } from '#features/orders/orders/server/rental-money-store.ts';
import { orderDocumentCalls } from '#features/orders/orders-calls.ts';
import { contractStatesOf } from '#features/orders/sales-contracts/server/sales-contract.ts';
import { ORDER_ACTS } from '#features/payments/order-acts/model/act-list.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import {
  answersOf,
  destinationsOfOrder,
  endOfCars,
  isReturnAwaited,
  outstandingOfOrder,
  reasonText,
  refundsOfOrder,
  refundsSent,
  refundsToSend,
  rentalTimesOf,
} from '#features/payments/server/api.ts';
import { isOrderHeld } from '#features/people/server/api.ts';
import {
  accountNoticeOf,
  bankAccountInForce,
  currentDocumentsOf,
  type DocumentDeps,
  documentsOfSubject,
  downloadOf,
  mayIssueInvoices,
} from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { pageOf, rowsBefore } from '#lib/contract-parts.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { MailFile } from '#lib/server/mail/mail.ts';

/** Returns responses in the sequence of `orders`. */
export async function toSummaries(db: Queryable, orders: Order[], now: Date): Promise<OrderSummary[]> {
  const ids = orders.map(({ id }) => id);
  const [cars, plans] = [await carsOfOrders(db, ids), await plansOfOrders(db, ids)];
  const cards = await carsOfBookings(
    db,
    [...cars.values()].flat().map(({ listingId }) => listingId),
  );
  const contracts = await contractStatesOf(db, orders);
  return orders.map((order) => ({
    id: order.id,
    number: orderNumber(order.id),
    reference: order.reference,
    offer: order.offer,
    life: order.life,
    created_at: order.createdAt.toISOString(),
    ended_at: order.endedAt?.toISOString() ?? null,
    money: toMoney(order, plans.get(order.id) ?? [], now),
    contract: contracts.get(order.id) ?? null,
    cars: (cars.get(order.id) ?? []).map((car) => {
      const card = cards.get(car.listingId);
      if (!card) throw new Error(`order ${order.id} has no car ${car.listingId}`);
      const { make, model, year, images } = toCardResponse(card);
      return {
        listing_id: car.listingId,
        booking_id: car.bookingId,
        make,
        model,
        year,
        image: images[0] ?? null,
        price_cents: car.priceCents,
        tax_cents: car.taxCents,
        fee_cents: car.feeCents,
        total_cents: car.totalCents,
      };
    }),
  }));
}

function toMoney(order: Order, plan: PlanItem[], now: Date): OrderSummary['money'] {
  const isOpen = order.life === 'active' || order.life === 'held';
  const next = isOpen && plan.find(({ amountCents, paidCents }) => paidCents < amountCents);
  return {
    owed_cents: order.owedCents,
    received_cents: order.receivedCents,
    shortfall_cents: order.shortfallCents,
    overpaid_cents: Math.max(-openCents(order), 0),
    open_cents: askedCents(order),
    overdue:
      isOpen && order.terms.requiresBalance && plan.some((item) => stateOfItem(item, order.life, now) === 'overdue'),
    next: next
      ? {
          plan_item: next.id,
          kind: next.kind,
          amount_cents: next.amountCents - next.paidCents,
          due_on: dayOf(next.dueAt),
        }
      : null,
  };
}

export async function toOrderResponse(db: Queryable, order: Order, now: Date, t: Translator): Promise<OrderResponse> {
  const [summary] = await toSummaries(db, [order], now);
  if (!summary) throw new Error(`order ${order.id} is missing`);
  const plan = (await plansOfOrders(db, [order.id])).get(order.id) ?? [];
  return {
    ...summary,
    hold: await holdOf(db, order),
    transfer: await transferOf(db, order, summary, now),
    terms: {
      version: order.terms.version,
      requires_balance: order.terms.requiresBalance,
      grace_days: order.terms.graceDays,
      claim_days: order.terms.claimDays,
      cancel: {
        free_days: order.terms.cancelFreeDays,
        until: order.terms.cancelUntil,
        kept_bps: order.terms.keptCancelBps,
        kept_unpaid_bps: order.terms.keptUnpaidBps,
      },
    },
    acts: await answersFor(db, order, now, t),
    plan: plan.map((item) => ({
      id: item.id,
      kind: item.kind,
      amount_cents: item.amountCents,
      due_on: dayOf(item.dueAt),
      paid_cents: item.paidCents,
      state: stateOfItem(item, order.life, now),
    })),
    refunds: await refundsOf(db, order),
    destinations: (await destinationsOfOrder(db, order.id)).map((paid) => ({
      ...shortQuoteResponse(paid, t),
      listing_id: paid.quote.listingId,
      car: paid.quote.car,
    })),
    refund_steps: await refundsOfOrder(db, order.id),
    is_checked: await isOrderHeld(db, order.id),
    ...(order.offer === 'Rent' && (await rentalMoney(db, order))),
    ...(await documentsOfOrder(db, summary, now)),
    moves: (await movesOfOrder(db, order.id)).map(({ at, ...move }) => ({ ...move, at: at.toISOString() })),
  };
}

/** Cash of a canceled order counts as waiting until staff return it. */
async function refundsOf(db: Queryable, { id, life, receivedCents }: Order): Promise<OrderResponse['refunds']> {
  const isCanceled = life === 'cancelled';
  const waitingCents = isCanceled ? await outstandingOfOrder(db, id) : await refundsToSend(db, id);
  return {
    waiting_cents: waitingCents,
    sent_cents: await refundsSent(db, id),
    kept_cents: isCanceled ? Math.max(0, receivedCents - waitingCents) : 0,
    awaits_car: waitingCents > 0 && (await isReturnAwaited(db, id)),
    car: await endOfCars(db, id),
  };
}

async function answersFor(db: Queryable, { id }: Order, now: Date, t: Translator): Promise<OrderResponse['acts']> {
  const answers = (await answersOf(db, [id], now)).get(id);
  if (!answers) throw new Error(`order ${id} is missing`);
  return ORDER_ACTS.map((act) => {
    const asked = answers.answer(act);
    return { act, may: asked.may, why: asked.may === 'yes' ? null : reasonText(t, act, asked.why, answers.facts) };
  });
}

async function holdOf(db: Queryable, { id, life }: Order): Promise<OrderResponse['hold']> {
  const hold = life === 'held' ? await findOrderHold(db, id) : null;
  return hold && { until: hold.until.toISOString(), time_zone: hold.timeZone };
}

async function transferOf(
  db: Queryable,
  { reference }: Order,
  { money: { next } }: OrderSummary,
  now: Date,
): Promise<OrderResponse['transfer']> {
  const account = next && (await mayIssueInvoices(db, now)).may ? await bankAccountInForce(db, now) : null;
  if (!next || !account) return null;
  const { holder, bank, account: number, bic, isDemo } = account;
  return { amount_cents: next.amount_cents, reference, holder, bank, account: number, bic, is_demo: isDemo };
}

async function rentalMoney(
  db: Queryable,
  { id, terms }: Order,
): Promise<Pick<OrderResponse, 'rental' | 'security' | 'charges'>> {
  const times = await rentalTimesOf(db, id);
  const { takenCents, returnedCents, usedCents, heldCents } = await securityOf(db, id);
  return {
    ...(times && { rental: times }),
    security: {
      asked_cents: terms.securityCents,
      taken_cents: takenCents,
      returned_cents: returnedCents,
      used_cents: usedCents,
      held_cents: heldCents,
    },
    charges: (await chargesOf(db, id)).map((charge) => ({
      id: charge.id,
      kind: charge.kind,
      amount_cents: charge.cents,
      from_security_cents: charge.fromSecurityCents,
      reason: charge.reason,
      at: charge.at.toISOString(),
      evidence: charge.evidence.map((format, index) => ({
        format,
        url: href(rentalCalls.evidence, { params: { id, charge: charge.id, position: index + 1 } }),
      })),
    })),
  };
}

/** Returns the current documents of an order, and a warning if one names an account that has changed. */
async function documentsOfOrder(
  db: Queryable,
  { id, cars, money }: OrderSummary,
  now: Date,
): Promise<Pick<OrderResponse, 'documents' | 'account_notice'>> {
  const bookings = cars.flatMap(({ booking_id: booking }) =>
    booking === null ? [] : [{ kind: 'booking', id: booking }],
  );
  const documents = await currentDocumentsOf(db, [...bookings, ...(await documentSubjectsOf(db, id))]);
  const newest = documents.findLast(({ bankAccountVersion }) => bankAccountVersion !== null);
  const asksForMoney = newest !== undefined && money.open_cents > 0;
  return {
    documents: documents.map(({ subjectKind, subjectId, bankAccountVersion: _version, ...document }) => ({
      ...document,
      url:
        subjectKind === 'booking'
          ? `/api/my-bookings/${subjectId}/receipt`
          : href(orderDocumentCalls.file, { params: { id, document: document.id } }),
    })),
    account_notice: asksForMoney ? await accountNoticeOf(db, newest.bankAccountVersion, now) : null,
  };
}

const PAGE_SIZE = 20;

type ReadDeps = { pool: pg.Pool; clock: Clock };

type Wanted = { page: number; isOpen: boolean };

/** Returns a page of a user's orders, newest first. `isOpen`: only those that are held or booked. */
export async function myOrders(
  { pool, clock }: ReadDeps,
  userId: number,
  { page, isOpen }: Wanted,
): Promise<MyOrdersResponse> {
  const range = { limit: PAGE_SIZE, offset: rowsBefore(page, PAGE_SIZE), isOpen };
  const { orders, total } = await ordersOfUser(pool, userId, range);
  return pageOf(await toSummaries(pool, orders, clock.now()), { total }, page, PAGE_SIZE);
}

/** Returns an order of a user. Throws `not_found` for orders of other users. */
export async function myOrder(
  { pool, clock }: ReadDeps,
  userId: number,
  id: number,
  t: Translator,
): Promise<OrderResponse> {
  const order = await findOrder(pool, id);
  if (order?.userId !== userId) throw orderNotFound();
  return toOrderResponse(pool, order, clock.now(), t);
}

/**
 * Returns a document of an order to its buyer, and the sales contract and handovers also to the sellers. Throws `not_found` for every other
 * document, so ids cannot be probed.
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
