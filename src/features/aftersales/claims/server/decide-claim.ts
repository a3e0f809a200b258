import { z } from 'zod';
import { findBooking } from '#features/aftersales/bookings/server/booking-store.ts';
import { cancelLockedBooking, lockedBooking } from '#features/aftersales/bookings/server/cancel-booking.ts';
import { isDecidable, nextAt } from '#features/aftersales/claims/model/claim.ts';
import {
  type ClaimMoney,
  type Decision,
  decisionOf,
  partsOfSellers,
} from '#features/aftersales/claims/model/decision.ts';
import { reductionOf, sumsOf } from '#features/orders/billing/model/billing.ts';
import { type Order, type OrderCar, openCents, orderNumber } from '#features/orders/orders/model/order.ts';
import { reducedItems } from '#features/orders/orders/model/payment-plan.ts';
import { planOfOrder, revisePlan } from '#features/orders/server/api.ts';
import { END_REASONS } from '#features/payments/order-acts/model/order-life.ts';
import {
  askOrder,
  awaitReturns,
  endFreeze,
  type Frozen,
  factsOfOrders,
  frozenOf,
  linesOfOrder,
  lockPaymentsOfOrder,
  lockPerson,
  type PaidOut,
  paidOutOf,
  postDecision,
  refundablePayments,
  refundsToSend,
  requestRefund,
  TIMELESS,
  updateRefundDue,
} from '#features/payments/server/api.ts';
import { totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import {
  type ApprovalKind,
  actingAdmin,
  audit,
  done,
  type Outcome,
  propose,
  refused,
} from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, queryNumber, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { mailClaim } from './claim-mails.ts';
import { type Actor, claimTermsOf, findClaim, moveClaim, SYSTEM } from './claim-store.ts';
import { type ClaimDeps, claimNotFound, type LockedClaim, lockWholeClaim } from './read-claims.ts';

/** Returns how much one person may still refund to the buyer of an order by deciding a claim alone. */
export const decisionLimit = queryNumber<[orderId: number, adminId: number]>(`
  select greatest(claim_limit_cents - decided_alone($1, $2), 0) as cents from order_terms order by version desc limit 1`);

const proposal = z.object({
  claim: z.int(),
  order: z.int(),
  toBuyerCents: z.int(),
  toSellerCents: z.int(),
  frozenCents: z.int(),
  reason: z.string(),
});
type DecisionRequest = Pick<z.output<typeof proposal>, 'toBuyerCents' | 'toSellerCents' | 'reason'>;

/** Lets a second person confirm a decision above the limit, which is executed in the transaction of the approval. */
export function decisionApproval(deps: Pick<ClaimDeps, 'bookings'>): ApprovalKind {
  return {
    kind: 'claim decision',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, toBuyerCents, toSellerCents, reason } = proposal.parse(payload);
      const [buyer, seller] = [t.cents(toBuyerCents), t.cents(toSellerCents)];
      return t('admin.claims.approval', { number: orderNumber(order), buyer, seller, reason });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const { claim: id, ...request } = proposal.parse(payload);
      const { locked, decision, money } = await checkedDecision(db, id, request);
      if (locked.claim.state !== 'decided' || decision.frozenCents !== request.frozenCents)
        throw new AppError('conflict', 'the claim changed', { messageKey: 'claims.changed' });
      const by = { decidedBy: proposerId, approvedBy: approverId, reason: request.reason };
      await executeDecision(deps, db, locked, decision, money, by);
      await auditDecision(db, approverId, origin, locked, decision, 'claim decision approved');
    },
  };
}

/**
 * Decides a claim by a split of what is frozen. Above the limit the decision is proposed, and a second person confirms it before any
 * money moves.
 */
export async function decideClaim(
  deps: Pick<ClaimDeps, 'bookings'>,
  admin: Pick<SignedInAdmin, 'id'>,
  id: number,
  request: DecisionRequest,
  origin: Origin,
): Promise<Outcome> {
  const { pool, clock } = deps.bookings.payments;
  if (!(await findClaim(pool, id))) throw claimNotFound();
  return withTransaction(pool, async (db) => {
    const { locked, decision, money } = await checkedDecision(db, id, request);
    const { claim, order } = locked;
    // Two decisions of a person wait for each other, because they count together.
    await lockPerson(db, admin.id);
    if (decision.toBuyerCents <= (await decisionLimit(db, order.id, admin.id))) {
      await executeDecision(deps, db, locked, decision, money, {
        decidedBy: admin.id,
        approvedBy: null,
        reason: request.reason,
      });
      await auditDecision(db, admin.id, origin, locked, decision, 'claim decided');
      return done('admin.claims.executed');
    }
    const { toBuyerCents, toSellerCents, reason } = request;
    const payload = {
      claim: id,
      order: order.id,
      toBuyerCents,
      toSellerCents,
      frozenCents: decision.frozenCents,
      reason,
    };
    const outcome = await propose(db, decisionApproval(deps), payload, admin, origin);
    if (!outcome.done) return refused('admin.approvals.alreadyOpen');
    const reviewEnds = claim.state === 'answered' ? null : claim.nextAt;
    const next = nextAt('decided', await claimTermsOf(db, order.id), clock.now(), reviewEnds);
    await moveClaim(db, claim, 'decided', next, { actor: 'admin', actorId: admin.id });
    return outcome;
  });
}

type Checked = { locked: LockedClaim; decision: Decision; money: WholeMoney };

/** Locks a claim and turns a split into a decision. Throws if the claim is not to be decided now or the split is impossible. */
async function checkedDecision(
  db: Queryable,
  id: number,
  { toBuyerCents, toSellerCents }: Pick<DecisionRequest, 'toBuyerCents' | 'toSellerCents'>,
): Promise<Checked> {
  const locked = await lockWholeClaim(db, id);
  const { claim, order, cars } = locked;
  if (!isDecidable(claim.state))
    throw new AppError('conflict', `a claim is ${claim.state}`, {
      messageKey: claim.state === 'open' ? 'admin.claims.unanswered' : 'claims.ended',
    });
  await askOrder(db, order.id, 'decide_claim', { now: TIMELESS });
  const money = await moneyOfClaim(db, order, cars);
  const decision = decisionOf({ toBuyerCents, toSellerCents }, money);
  if (typeof decision === 'string') {
    const { frozenCents, refundableCents, paidOutCents, openCents, sellersCents } = money;
    throw new AppError('conflict', `a split is refused: ${decision}`, {
      write: (t) =>
        t(`admin.claims.split.${decision}`, {
          frozen: t.cents(frozenCents),
          refundable: t.cents(refundableCents),
          paidOut: t.cents(paidOutCents),
          open: t.cents(openCents),
          share: t.cents(sellersCents),
        }),
    });
  }
  return { locked, decision, money };
}

function auditDecision(
  db: Queryable,
  adminId: number,
  origin: Origin,
  { claim, order }: LockedClaim,
  decision: Decision,
  action: 'claim decided' | 'claim decision approved',
): Promise<void> {
  const subject = { kind: 'order', id: order.id } as const;
  return audit(db, origin, { actor: actingAdmin(adminId), action, subject, details: { claim: claim.id, ...decision } });
}

const INSERT = statement(`
  insert into claim_decisions (claim_id, to_buyer_cents, to_seller_cents, clawback_cents, frozen_cents, ends_order, reason, decided_by, approved_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

/** `decidedBy` is null if the terms decided after the deadline. */
type DecidedBy = { decidedBy: number | null; approvedBy: number | null; reason: string };

/**
 * Executes a decision once: ends the freeze, gives the buyer's part back by refunds of the order's payments, and the rest to whom it was owed
 * before. The caller holds the locks of cars, order and claim, and has checked that no other freeze keeps the money.
 */
export async function executeDecision(
  deps: Pick<ClaimDeps, 'bookings'>,
  db: Queryable,
  { claim, order, cars }: LockedClaim,
  decision: Decision,
  money: WholeMoney,
  { decidedBy, approvedBy, reason }: DecidedBy,
): Promise<void> {
  const { toBuyerCents, toSellerCents, clawbackCents, frozenCents, endsOrder } = decision;
  const row = [toBuyerCents, toSellerCents, clawbackCents, frozenCents, endsOrder, reason, decidedBy, approvedBy];
  await rowsOf(db, INSERT, [claim.id, ...row]);
  const actor: Actor = decidedBy === null ? SYSTEM : { actor: 'admin', actorId: approvedBy ?? decidedBy };
  await moveClaim(db, claim, 'executed', null, actor);
  if (!(await endFreeze(db, claim.id)))
    throw new AppError('conflict', 'another freeze', { messageKey: 'claims.disputeOpen' });
  await postDecision(db, order.id, claim.id, {
    frozen: money.frozen,
    toDepositsOf: toBuyerCents,
    toSellers:
      order.life === 'completed'
        ? partsOfSellers(money.frozen, toSellerCents)
        : [{ sellerId: null, cents: toSellerCents }],
    clawback: shareOf(money.paidOut, clawbackCents),
    reduced: order.life === 'completed' ? reducedBy(toBuyerCents, money, cars) : null,
  });
  if (toBuyerCents > 0) {
    const byPayments = Math.min(toBuyerCents, money.byPaymentsCents);
    if (endsOrder) await endOrder(deps, db, { claim, order, cars }, byPayments);
    else {
      await awaitCar(db, { claim, order, cars }, toBuyerCents);
      await reducePlan(db, order.id, toBuyerCents);
      await refund(db, order.id, byPayments);
    }
  }
  const step = decidedBy === null ? 'ruled' : 'decided';
  const split = { toBuyerCents, toSellerCents, endsOrder: endsOrder && toBuyerCents > 0, reason };
  await mailClaim(db, deps.bookings.siteOrigin, { ...claim, state: 'executed', nextAt: null }, step, null, split);
}

/** The seller's refund reduces the price of a completed order, and with it the tax. */
function reducedBy(toBuyerCents: number, { frozen, paidOut }: WholeMoney, cars: LockedClaim['cars']) {
  const sellerId = frozen.find((part) => part.sellerId !== null)?.sellerId ?? paidOut[0]?.sellerId;
  if (toBuyerCents === 0 || sellerId === undefined) return null;
  const { taxCents, feeCents } = reductionOf(toBuyerCents, sumsOf(cars));
  return { taxCents, feeCents, sellerId };
}

/** The buyer must return the car before receiving more than half of its price, together with what was refunded before. */
async function awaitCar(db: Queryable, { order }: LockedClaim, toBuyerCents: number): Promise<void> {
  const facts = (await factsOfOrders(db, [order.id])).get(order.id);
  if (!facts || order.offer !== 'Sell') return;
  const keptCents = facts.receivedCents - (await refundsToSend(db, order.id)) - toBuyerCents;
  const paidCents = facts.priceCents + totalOf(await linesOfOrder(db, order.id)) - order.shortfallCents;
  if (2 * (paidCents - keptCents) <= facts.priceCents) return;
  // The order goes on, so its buyer also gets a car that has not left yet, or has not arrived.
  await awaitReturns(
    db,
    order.id,
    facts.cars.map(({ listingId }) => listingId),
  );
}

const REASON = END_REASONS.canceled_by_claim;

/**
 * Requests refunds of the payments. The smallest sufficient payment is used, so that the buyer gets one refund; if none is sufficient, the newest
 * are used first.
 */
async function refund(db: Queryable, orderId: number, cents: number): Promise<void> {
  let left = cents;
  const newest = (await refundablePayments(db, orderId)).reverse();
  const enough = newest
    .filter(({ leftCents }) => leftCents >= cents)
    .sort((one, other) => one.leftCents - other.leftCents);
  for (const { payment, leftCents } of enough.length > 0 ? enough.slice(0, 1) : newest) {
    const amountCents = Math.min(left, leftCents);
    if (amountCents <= 0) continue;
    await requestRefund(db, payment, { amountCents, reason: REASON, askedBy: 'system' });
    left -= amountCents;
  }
  for (const { id } of await lockPaymentsOfOrder(db, orderId)) await updateRefundDue(db, id);
}

/**
 * Cancels the booking of an order whose buyer gets everything back: its car is free again. A car that was aboard or handed over must come back or be
 * recorded as lost, even if the buyer claims that it did not arrive: it may arrive later, and the buyer may have its bill of lading.
 */
async function endOrder(deps: Pick<ClaimDeps, 'bookings'>, db: Queryable, { cars }: LockedClaim, refundCents: number) {
  const [first] = cars;
  const id = first?.bookingId ?? null;
  if (!first || id === null) throw new Error('an active order has no booking');
  const snapshot = await findBooking(db, id);
  if (!snapshot) throw new Error(`booking ${id} is missing`);
  const locked = await lockedBooking(db, snapshot);
  const facts = await askOrder(db, locked.booking.orderId, 'end_by_claim', { now: deps.bookings.payments.clock.now() });
  const request = { refundCents, reason: REASON, askedBy: 'system' as const, actorId: null };
  await cancelLockedBooking(deps.bookings, db, locked, facts, request);
}

/** Returns the sellers who repay an amount, each at most what was paid out to them, in order. */
function shareOf(paidOut: readonly PaidOut[], cents: number): PaidOut[] {
  let left = cents;
  const shares: PaidOut[] = [];
  for (const { sellerId, cents: paid } of paidOut) {
    const part = Math.min(left, paid);
    if (part > 0) shares.push({ sellerId, cents: part });
    left -= part;
  }
  return shares;
}

const CASH = statement(`
  select coalesce(sum(cents), 0) as cents from allocations where order_id = $1 and cash_receipt_id is not null`);

type WholeMoney = ClaimMoney & { frozen: Frozen[]; paidOut: PaidOut[]; byPaymentsCents: number };

/** Reads the money that a decision splits. The caller holds the lock of the order. */
export async function moneyOfClaim(db: Queryable, order: Order, cars: OrderCar[]): Promise<WholeMoney> {
  const [frozen, paidOut] = [await frozenOf(db, order.id), await paidOutOf(db, order.id)];
  const payments = await refundablePayments(db, order.id);
  const byPaymentsCents = sum(payments.map(({ leftCents }) => leftCents));
  const cash = (await rowsOf<{ cents: number }>(db, CASH, [order.id]))[0]?.cents ?? 0;
  return {
    frozen,
    paidOut,
    byPaymentsCents,
    life: order.life,
    frozenCents: sum(frozen.map(({ cents }) => cents)),
    paidOutCents: sum(paidOut.map(({ cents }) => cents)),
    openCents: openCents(order),
    refundableCents: byPaymentsCents + cash,
    sellersCents: sum(cars.map(({ priceCents, commissionCents }) => priceCents - commissionCents)),
  };
}

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0);

/**
 * Makes a new version of an order's plan that costs less, the last items first. What was received for them beyond that belongs to no item,
 * until it is repaid. The caller holds the order's lock.
 */
async function reducePlan(db: Queryable, orderId: number, cents: number): Promise<void> {
  const items = reducedItems(await planOfOrder(db, orderId), cents);
  await revisePlan(
    db,
    orderId,
    items.filter(({ amountCents }) => amountCents > 0),
  );
}
