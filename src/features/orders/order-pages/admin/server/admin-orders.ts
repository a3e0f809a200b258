import type pg from 'pg';
import { toOrderResponse, toSummaries } from '#features/orders/order-pages/server/read-orders.ts';
import type { Order } from '#features/orders/orders/model/order.ts';
import { findOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import {
  answersOfOrder,
  countFailedRefunds,
  disputesOfOrder,
  isDestinationNotSaid,
  payoutAccountOf,
} from '#features/payments/server/api.ts';
import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import type { Clock } from '#lib/clock.ts';
import { countedPage } from '#lib/contract-parts.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type {
  AdminOrderResponse,
  AdminOrderSummary,
  AdminOrdersQuery,
  AdminOrdersResponse,
  QueueCounts,
} from '../../model/admin-order-contract.ts';
import type { WaitingQueue } from '../../model/order-queue.ts';
import {
  aloneOf,
  buyersOf,
  countAdminOrders,
  countQueues,
  findAdminOrders,
  moneyMovesOf,
  moneyOfOrder,
  namesOfMoves,
  refundsToSendOf,
  rentalAsksOf,
  waitsOfOrders,
} from './admin-order-store.ts';

const PAGE_SIZE = 20;
const DAY_MS = 86_400_000;

type ReadDeps = { pool: pg.Pool; clock: Clock };

export async function listOrders(
  { pool, clock }: ReadDeps,
  { page = 1, limit = PAGE_SIZE, ...filter }: AdminOrdersQuery,
): Promise<AdminOrdersResponse> {
  const orders = await countedPage(
    { page, limit },
    () => countAdminOrders(pool, filter),
    (range) => findAdminOrders(pool, filter, range),
  );
  const now = clock.now();
  const [summaries, facts] = [await toSummaries(pool, orders.items, now), await officeFacts(pool, orders.items, now)];
  return { ...orders, items: summaries.map((summary, index) => ({ ...summary, ...facts[index]! })) };
}

export async function listQueues({ pool }: ReadDeps): Promise<{ queues: QueueCounts; refunds_failed: number }> {
  return { queues: await countQueues(pool), refunds_failed: await countFailedRefunds(pool) };
}

/** `seesAccounts`: shows the full number of the buyer's bank account. */
/** `seesAccounts`: whether the role of the person sees bank accounts. */
type Viewer = { adminId: number; seesAccounts: boolean };

export async function showOrder(
  { pool, clock }: ReadDeps,
  id: number,
  t: Translator,
  viewer: Viewer | null = null,
): Promise<AdminOrderResponse> {
  const order = await findOrder(pool, id);
  if (!order) throw orderNotFound();
  const now = clock.now();
  const [response, [facts], names] = [
    await toOrderResponse(pool, order, now, t),
    await officeFacts(pool, [order], now),
    await namesOfMoves(pool, id),
  ];
  const moves = response.moves.map((move, index) => ({ ...move, name: names[index] ?? null }));
  return {
    ...response,
    ...facts!,
    moves,
    ...(await moneyOfOrder(pool, id)),
    money_moves: await moneyMovesOf(pool, id),
    payout_account: await toAccount(pool, order.userId, viewer?.seesAccounts ?? false),
    alone: viewer && (await aloneOf(pool, id, viewer.adminId)),
    disputes: await toDisputes(pool, id, now),
    destination_not_said: await isDestinationNotSaid(pool, id),
    imports: (await answersOfOrder(pool, id)).map(({ sentence: why, created_at: at, ...answer }) => ({
      ...answer,
      why,
      at: at.toISOString(),
    })),
  };
}

async function toAccount(
  db: Queryable,
  userId: number,
  seesAccounts: boolean,
): Promise<AdminOrderResponse['payout_account']> {
  const found = await payoutAccountOf(db, userId);
  if (!found) return null;
  const { id, holder, bank, account, bic } = found;
  return { id, holder, account_end: accountEnd(account), full: seesAccounts ? { bank, account, bic } : null };
}

async function toDisputes(db: Queryable, orderId: number, now: Date): Promise<AdminOrderResponse['disputes']> {
  return (await disputesOfOrder(db, orderId)).map(({ id, paymentId, state, cents, lostCents, ...times }) => ({
    id,
    payment_id: paymentId,
    state,
    cents,
    lost_cents: lostCents,
    heard_at: times.heardAt.toISOString(),
    closed_at: times.closedAt?.toISOString() ?? null,
    evidence_due_at: times.evidenceDueAt?.toISOString() ?? null,
    late: times.closedAt === null && times.evidenceDueAt !== null && times.evidenceDueAt <= now,
  }));
}

/** Returns what only the back office sees: buyers, and what each order waits for. */
async function officeFacts(
  db: Queryable,
  orders: Order[],
  now: Date,
): Promise<Pick<AdminOrderSummary, 'buyer' | 'queue' | 'since' | 'days' | 'refund_to_send' | 'renter_waits'>[]> {
  const buyers = await buyersOf(
    db,
    orders.map(({ userId }) => userId),
  );
  const ids = orders.map(({ id }) => id);
  const waits = await waitsOfOrders(db, ids);
  const refunds = await refundsToSendOf(db, ids);
  const asks = await rentalAsksOf(db, ids);
  const daysSince = (since: Date) => Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  return orders.map((order) => {
    const buyer = buyers.get(order.userId);
    if (!buyer) throw new Error(`order ${order.id} has no buyer`);
    const wait = waits.get(order.id);
    const since = order.endedAt ?? wait?.since ?? order.createdAt;
    const refund = refunds.get(order.id);
    const asked = asks.get(order.id);
    return {
      buyer,
      queue: queueOf(order, wait),
      since: since.toISOString(),
      days: daysSince(since),
      refund_to_send: refund
        ? { cents: refund.cents, step: refund.step, since: refund.since.toISOString(), days: daysSince(refund.since) }
        : null,
      renter_waits: asked ? { since: asked.toISOString(), days: daysSince(asked) } : null,
    };
  });
}

function queueOf({ life }: Order, wait: { queue: WaitingQueue } | undefined): AdminOrderSummary['queue'] {
  return life === 'completed' || life === 'cancelled' ? life : (wait?.queue ?? 'handover');
}
