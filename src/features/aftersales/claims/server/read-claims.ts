import type pg from 'pg';
import { PROMISE_VERSION, PROMISES } from '#content/promise/as-described.ts';
import { claimCalls } from '#features/aftersales/aftersales-calls.ts';
import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import {
  CLAIM_KINDS,
  type ClaimFacts,
  canTransition,
  isEnded,
  mayBeAsked,
  windowOf,
} from '#features/aftersales/claims/model/claim.ts';
import {
  type ClaimResponse,
  type ClaimSummary,
  ENOUGH_DECIDED,
  type OrderClaimsResponse,
  type PromiseResponse,
  type StatementResponse,
} from '#features/aftersales/claims/model/claim-contract.ts';
import { carForDocument, lockForCheckout } from '#features/catalog/server/api.ts';
import { type Order, type OrderCar, orderNumber } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder, lockOrder, orderNotFound } from '#features/orders/server/api.ts';
import { claimDaysOf } from '#features/payments/order-acts/model/claim-days.ts';
import { factsOfOrders, frozenOf, newestTerms } from '#features/payments/server/api.ts';
import { loadShipments, personOf, recordOpening } from '#features/shipping/server/api.ts';
import { dueAt } from '#features/shipping/shipments/model/schedule.ts';
import type { MediaDeps } from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ClaimDecisions } from '#lib/server/database/rows.ts';
import { adminOf, type Caller, userOf } from '#lib/server/http/caller.ts';
import {
  type Claim,
  carsOfClaims,
  claimsOfOrder,
  claimsOfUser,
  claimTermsOf,
  type Evidence,
  findClaim,
  findClaimFile,
  lockClaim,
  questionsOfClaim,
  statementsOfClaim,
} from './claim-store.ts';

const DECISION = statement(`
  select to_buyer_cents as "toBuyerCents", to_seller_cents as "toSellerCents", clawback_cents as "clawbackCents", ends_order as "endsOrder",
    reason, decided_by as "decidedBy", decided_at as "decidedAt"
  from claim_decisions where claim_id = $1`);
type Row = Columns<
  ClaimDecisions,
  'to_buyer_cents' | 'to_seller_cents' | 'clawback_cents' | 'ends_order' | 'reason' | 'decided_by' | 'decided_at'
>;

type ReadDeps = { pool: pg.Pool; clock: Clock };

/** Returns the claims of an order for its parties, and which ones the buyer may open until when. */
export async function readClaimsOfOrder(
  { pool, clock }: ReadDeps,
  { user }: Caller,
  orderId: number,
): Promise<OrderClaimsResponse> {
  const order = await findOrder(pool, orderId);
  const cars = order ? ((await carsOfOrders(pool, [orderId])).get(orderId) ?? []) : [];
  const role = order && roleOf(order, cars, user?.id ?? null);
  if (!order || !role) throw orderNotFound();
  const claims = await claimsOfOrder(pool, orderId);
  const now = clock.now();
  const facts = await claimFactsOf(pool, order, now);
  const { days, arrivalDays, answerDays, reviewDays } = facts.terms;
  const mayOpen = role === 'buyer' && claims.every(({ state }) => isEnded(state));
  return {
    flag: '1',
    claims: claims.map((claim) => toSummary({ claim, order, cars, role })),
    may_open: mayOpen
      ? CLAIM_KINDS.map((kind) => {
          const { from, until, refusal } = windowOf(kind, facts, now);
          return {
            kind,
            from: from?.toISOString() ?? null,
            until: until?.toISOString() ?? null,
            is_open: refusal === null,
          };
        }).filter(({ is_open: open, from }) => open || from !== null)
      : [],
    arrival_awaited: facts.isArrivalAwaited,
    terms: { days, arrival_days: arrivalDays, answer_days: answerDays, review_days: reviewDays },
  };
}

/** Returns the claims that a user has opened or is the seller of, open ones first. */
export async function readMyClaims({ pool }: Pick<ReadDeps, 'pool'>, userId: number): Promise<ClaimSummary[]> {
  const summaries: ClaimSummary[] = [];
  for (const claim of await claimsOfUser(pool, userId)) {
    const order = await findOrder(pool, claim.orderId);
    const cars = (await carsOfOrders(pool, [claim.orderId])).get(claim.orderId) ?? [];
    const role = order && roleOf(order, cars, userId);
    if (order && role) summaries.push(toSummary({ claim, order, cars, role }));
  }
  return summaries;
}

function toSummary({ claim, order, role }: SeenClaim): ClaimSummary {
  const { id, kind, state, openedAt, nextAt } = claim;
  return {
    id,
    order: { id: order.id, number: orderNumber(order.id), offer: order.offer },
    role,
    kind,
    state,
    opened_at: openedAt.toISOString(),
    next_at: nextAt?.toISOString() ?? null,
  };
}

/** Returns a claim for its parties and staff. Throws `not_found` for anyone else, so ids cannot be probed. */
export async function readClaim(db: Queryable, caller: Caller, id: number): Promise<ClaimResponse> {
  const seen = await claimFor(db, caller, id);
  const { claim, role } = seen;
  const names = [];
  for (const listingId of (await carsOfClaims(db, [id])).get(id) ?? []) {
    const { name, year } = await carForDocument(db, listingId);
    names.push({ listing_id: listingId, name: `${year} ${name}` });
  }
  const frozen = isEnded(claim.state) ? [] : await frozenOf(db, claim.orderId);
  const mayAdd = role !== 'operator' && mayBeAsked(claim.state);
  return {
    ...toSummary(seen),
    ended_at: claim.endedAt?.toISOString() ?? null,
    cars: names,
    frozen_cents: frozen.reduce((sum, { cents }) => sum + cents, 0),
    payout_sent_cents: claim.payoutSentCents,
    refund_sent_cents: claim.refundSentCents,
    statements: await toStatements(db, id),
    questions: (await questionsOfClaim(db, id)).map(({ id: of, party, body, at }) => ({
      id: of,
      to: party,
      text: body,
      at: at.toISOString(),
    })),
    decision: await toDecision(db, id),
    may: {
      answer: role === 'seller' && claim.state === 'open',
      add: mayAdd && !(role === 'seller' && claim.state === 'open'),
      withdraw: role === 'buyer' && canTransition(claim.state, 'withdrawn'),
    },
  };
}

async function toStatements(db: Queryable, id: number): Promise<StatementResponse[]> {
  return (await statementsOfClaim(db, id)).map(({ id: of, kind, author, body, at, files }) => ({
    id: of,
    kind,
    author,
    text: body,
    at: at.toISOString(),
    files: files.map((format, index) => ({
      format,
      url: href(claimCalls.file, { params: { id, statement: of, position: index + 1 } }),
    })),
  }));
}

async function toDecision(db: Queryable, id: number): Promise<ClaimResponse['decision']> {
  const [row] = await rowsOf<Row>(db, DECISION, [id]);
  return row
    ? {
        to_buyer_cents: row.toBuyerCents,
        to_seller_cents: row.toSellerCents,
        clawback_cents: row.clawbackCents,
        ends_order: row.endsOrder,
        by_rule: row.decidedBy === null,
        reason: row.reason,
        at: row.decidedAt.toISOString(),
      }
    : null;
}

/** Returns a file of a claim for its parties and staff, and records who opened it. Throws `not_found` for anyone else. */
export async function readClaimFile(
  db: Queryable,
  caller: Caller,
  wanted: { id: number; statement: number; position: number },
): Promise<Evidence> {
  const { role } = await claimFor(db, caller, wanted.id);
  const file = await findClaimFile(db, wanted);
  if (!file) throw claimNotFound();
  const id = role === 'operator' ? adminOf(caller).id : userOf(caller).id;
  const evidence = { statement_id: wanted.statement, position: wanted.position };
  await recordOpening(db, { evidence }, personOf({ role, id }));
  return file;
}

/** Reads what decides whether claims of an order may be opened. `isArrivalAwaited`: the days for claims may begin earlier, with the arrival. */
export async function claimFactsOf(
  db: Queryable,
  order: Order,
  now: Date,
): Promise<ClaimFacts & { isArrivalAwaited: boolean }> {
  const { id, offer, life, terms } = order;
  const facts = (await factsOfOrders(db, [id])).get(id);
  const days = facts ? claimDaysOf(facts, now) : null;
  return {
    offer,
    life,
    hasTerms: terms.requiresBalance,
    daysFrom: days?.from ?? null,
    isArrivalAwaited: days?.isAwaited ?? false,
    ...(await expectationOf(db, order)),
    terms: await claimTermsOf(db, id),
  };
}

/**
 * Returns the latest arrival time ever reported for the order's cars, even if an earlier one was reported since, and when it was
 * reported. Falls back to the schedule if none was.
 */
async function expectationOf(
  db: Queryable,
  { id, offer, createdAt }: Order,
): Promise<Pick<ClaimFacts, 'expectedAt' | 'expectedSince'>> {
  const cars = (await loadShipments(db, [id])).get(id)?.cars ?? [];
  const expectations = cars.flatMap(({ facts }) => {
    if (offer === 'Rent') return [plain(facts.rental?.startsAt ?? facts.orderedAt)];
    const told = facts.events.filter(({ step }) => step === 'arrived');
    if (told.length === 0) return [plain(dueAt('arrived', facts))];
    return told.map(({ happensAt, toldAt }) => ({ expectedAt: happensAt, expectedSince: toldAt }));
  });
  return expectations.reduce(
    (last, next) => (next.expectedAt > last.expectedAt ? next : last),
    expectations[0] ?? plain(createdAt),
  );
}

const plain = (expectedAt: Date) => ({ expectedAt, expectedSince: expectedAt });

export type ClaimDeps = { bookings: BookingDeps; media: MediaDeps };

export const claimNotFound = () => new AppError('not_found', 'no such claim', { messageKey: 'claims.notFound' });

type ClaimRole = 'buyer' | 'seller' | 'operator';

/** Returns what a user is to an order; null for strangers. */
export function roleOf({ userId }: Order, cars: OrderCar[], user: number | null): 'buyer' | 'seller' | null {
  if (user === null) return null;
  if (user === userId) return 'buyer';
  return cars.some(({ sellerId }) => sellerId === user) ? 'seller' : null;
}

type SeenClaim = { claim: Claim; order: Order; cars: OrderCar[]; role: ClaimRole };

/** Reads a claim for its buyer, a seller of its order or staff. Throws for everybody else as if it did not exist. */
async function claimFor(db: Queryable, { user, admin }: Caller, id: number): Promise<SeenClaim> {
  const claim = await findClaim(db, id);
  const order = claim && (await findOrder(db, claim.orderId));
  if (!claim || !order) throw claimNotFound();
  const cars = (await carsOfOrders(db, [order.id])).get(order.id) ?? [];
  const role = admin ? 'operator' : roleOf(order, cars, user?.id ?? null);
  if (!role) throw claimNotFound();
  return { claim, order, cars, role };
}

type LockedOrder = { order: Order; cars: OrderCar[] };

/** Locks the cars of an order and the order, in the sequence that all transactions use. */
export async function lockOrderOfClaim(db: Queryable, orderId: number): Promise<LockedOrder> {
  const cars = (await carsOfOrders(db, [orderId])).get(orderId) ?? [];
  for (const { listingId } of cars) await lockForCheckout(db, listingId);
  const order = await lockOrder(db, orderId);
  if (!order) throw orderNotFound();
  return { order, cars };
}

export type LockedClaim = LockedOrder & { claim: Claim };

/** Locks cars, order and claim, and reads them. */
export async function lockWholeClaim(db: Queryable, id: number): Promise<LockedClaim> {
  const snapshot = await findClaim(db, id);
  if (!snapshot) throw claimNotFound();
  const locked = await lockOrderOfClaim(db, snapshot.orderId);
  const claim = await lockClaim(db, id);
  if (!claim) throw claimNotFound();
  return { ...locked, claim };
}

const COUNT = statement(`
  select count(*)::int as claims, count(d.claim_id)::int as decided,
    count(*) filter (where d.to_buyer_cents > 0)::int as upheld,
    percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - c.opened_at) / 86400)
      filter (where d.claim_id is not null) as "medianDays"
  from claims c join orders o on o.id = c.order_id left join claim_decisions d on d.claim_id = c.id
  where o.offer = 'Sell' and c.state <> 'withdrawn'`);
type Counted = { claims: number; decided: number; upheld: number; medianDays: number | null };

/** Returns the promise in force and how its claims were decided. Shares and times are null until enough were decided. */
export async function readPromise(pool: pg.Pool): Promise<PromiseResponse> {
  const promise = PROMISES.find(({ version }) => version === PROMISE_VERSION);
  if (!promise) throw new Error(`promise ${PROMISE_VERSION} is missing`);
  const { version, covered, howMuch, howLong, notCovered } = promise;
  const terms = await newestTerms(pool);
  const [row] = await rowsOf<Counted>(pool, COUNT, []);
  const { claims, decided, upheld, medianDays } = row!;
  const isEnough = decided >= ENOUGH_DECIDED;
  return {
    flag: '1',
    version,
    covered: [...covered],
    how_much: howMuch,
    how_long: howLong
      .replace('{days}', String(terms.claimDays))
      .replace('{arrivalDays}', String(terms.claimArrivalDays)),
    not_covered: [...notCovered],
    counted: {
      claims,
      decided,
      upheld_percent: isEnough ? Math.round((upheld / decided) * 100) : null,
      median_days: isEnough && medianDays !== null ? Math.round(medianDays * 10) / 10 : null,
    },
  };
}
