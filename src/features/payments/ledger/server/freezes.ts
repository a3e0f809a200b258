import { type Queryable, query, queryAny, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { type OrderLine, postOfOrder } from './ledger-store.ts';

const BEGIN = statement('insert into order_freezes (order_id, claim_id) values ($1, $2)');
const BEGIN_FOR_DISPUTE = statement(`
  insert into order_freezes (order_id, dispute_id) values ($1, $2) on conflict (dispute_id) do nothing`);
const FREEZE = statement('select freeze_held_money($1) as cents');
const END = statement(`
  update order_freezes set ended_at = now() where (claim_id = $1 or dispute_id = $2) and ended_at is null returning id, order_id as "orderId"`);

/** Frozen cents by seller; null for deposits. */
export type Frozen = { sellerId: number | null; cents: number };

/** Returns whether a claim or dispute freezes an order. */
const isOrderFrozen = queryAny<[orderId: number]>(
  'select 1 from order_freezes where order_id = $1 and ended_at is null limit 1',
);

/** Returns what is frozen of an order. */
export const frozenOf = query<Frozen, [orderId: number]>(`
  select l.seller_id as "sellerId", -sum(l.cents) as cents
  from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.order_id = $1 and l.account = 'frozen' group by 1 having sum(l.cents) <> 0 order by 1 nulls first`);

/** Freezes all money of an order for a claim. Returns the moved cents. The caller locks the order. */
export async function freezeOrder(db: Queryable, orderId: number, claimId: number): Promise<number> {
  await rowsOf(db, BEGIN, [orderId, claimId]);
  return (await rowsOf<{ cents: number }>(db, FREEZE, [orderId]))[0]?.cents ?? 0;
}

/**
 * Ends the freeze of a claim but leaves the money on the account `frozen`. Returns false if another freeze applies. The caller locks the order
 * and has ended the claim.
 */
export async function endFreeze(db: Queryable, claimId: number): Promise<boolean> {
  return (await end(db, { claimId })).isFree;
}

/** Ends the freeze of a claim and returns the money to its accounts, unless another freeze applies. The caller locks the order. */
export function releaseFreeze(db: Queryable, claimId: number): Promise<void> {
  return release(db, { claimId });
}

/** Freezes all money of an order for a dispute. Idempotent. The caller locks the order. */
export async function freezeForDispute(db: Queryable, orderId: number, disputeId: number): Promise<void> {
  await rowsOf(db, BEGIN_FOR_DISPUTE, [orderId, disputeId]);
  await rowsOf(db, FREEZE, [orderId]);
}

/** Ends the freeze of a dispute like `releaseFreeze`. */
export function releaseDispute(db: Queryable, disputeId: number): Promise<void> {
  return release(db, { disputeId });
}

type Cause = { claimId: number } | { disputeId: number };
type EndedCause = { claimId?: number | null; disputeId?: number | null };

async function release(db: Queryable, cause: Cause): Promise<void> {
  const { id, orderId, isFree } = await end(db, cause);
  const frozen = isFree ? await frozenOf(db, orderId) : [];
  if (frozen.length === 0) return;
  await postOfOrder(db, orderId, { source: 'freeze', sourceId: id, kind: 'released' }, [
    ...frozen.map(({ sellerId, cents }): OrderLine => ['frozen', cents, sellerId]),
    ...frozen.map(({ sellerId, cents }): OrderLine => [accountBefore(sellerId), -cents, sellerId]),
  ]);
}

const accountBefore = (sellerId: number | null) => (sellerId === null ? 'deposits' : 'seller_payable');

async function end(db: Queryable, { claimId = null, disputeId = null }: EndedCause) {
  const [ended] = await rowsOf<{ id: number; orderId: number }>(db, END, [claimId, disputeId]);
  if (!ended) throw new Error(`claim ${claimId} or dispute ${disputeId} has no freeze`);
  return { ...ended, isFree: !(await isOrderFrozen(db, ended.orderId)) };
}
