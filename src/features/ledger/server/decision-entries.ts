import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Frozen } from './freezes.ts';
import { type OrderLine, postOfOrder } from './ledger-store.ts';

type DecidedMoney = {
  frozen: Frozen[];
  /** For the buyer: held again, until it is refunded. */
  toDepositsOf: number;
  /** For the sellers; held again with null. */
  toSellers: Frozen[];
  /** Paid out to sellers before, and to be deducted from their later payouts. */
  clawback: { sellerId: number; cents: number }[];
};

/** Posts the decision of a claim. Idempotent per claim. The caller has ended the freeze before. */
export async function postDecision(
  db: Queryable,
  orderId: number,
  claimId: number,
  { frozen, toDepositsOf, toSellers, clawback }: DecidedMoney,
): Promise<void> {
  await postOfOrder(db, orderId, { source: 'claim', sourceId: claimId, kind: 'claim decided' }, [
    ...frozen.map(({ sellerId, cents }): OrderLine => ['frozen', cents, sellerId]),
    ...clawback.map(({ sellerId, cents }): OrderLine => ['seller_receivable', cents, sellerId]),
    ['deposits', -toDepositsOf, null],
    ...toSellers.map(
      ({ sellerId, cents }): OrderLine => [sellerId === null ? 'deposits' : 'seller_payable', -cents, sellerId],
    ),
  ]);
}

/** Posts that the sellers of an order get less than its cars cost, because a claim reduced the price. Idempotent per order. */
export async function postReduction(
  db: Queryable,
  orderId: number,
  parts: { sellerId: number; cents: number }[],
): Promise<void> {
  await postOfOrder(db, orderId, { source: 'order', sourceId: orderId, kind: 'price reduced' }, [
    ...parts.map(({ sellerId, cents }): OrderLine => ['seller_payable', cents, sellerId]),
    ...parts.map(({ cents }): OrderLine => ['deposits', -cents, null]),
  ]);
}

const RECEIVABLE = statement(`
  select coalesce(sum(cents), 0) as cents from ledger_lines where account = 'seller_receivable' and seller_id = $1`);
const TIMES = statement(`
  select count(*) as times from ledger_entries where source = 'order' and source_id = $1 and kind = 'deducted'`);

/** Returns what a seller owes us, because it was given back to buyers after it was paid out. */
export async function sellerOwes(db: Queryable, sellerId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, RECEIVABLE, [sellerId]))[0]?.cents ?? 0;
}

/** Posts that a part of what a seller is owed for an order pays what the seller owes us. The caller holds the lock of the order. */
export async function postDeduction(db: Queryable, orderId: number, sellerId: number, cents: number): Promise<void> {
  const [row] = await rowsOf<{ times: number }>(db, TIMES, [orderId]);
  const cause = { source: 'order', sourceId: orderId, kind: 'deducted', reference: String(row?.times ?? 0) } as const;
  await postOfOrder(db, orderId, cause, [
    ['seller_payable', cents, sellerId],
    ['seller_receivable', -cents, sellerId],
  ]);
}

const DEDUCTIONS = statement(`
  select e.order_id as "orderId", -l.cents as cents, e.at from ledger_lines l join ledger_entries e on e.id = l.entry_id
  where l.account = 'seller_receivable' and l.seller_id = $1 and e.kind = 'deducted' order by e.id desc limit 50`);

export type Deduction = { orderId: number; cents: number; at: Date };

/** Returns what was deducted from a seller's payouts, the newest first. */
export function deductionsOf(db: Queryable, sellerId: number): Promise<Deduction[]> {
  return rowsOf<Deduction>(db, DEDUCTIONS, [sellerId]);
}

const HELD = statement(`
  select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.order_id = $1 and l.account = 'deposits'`);

/** Returns what is held for the buyer of an order. */
export async function heldForBuyer(db: Queryable, orderId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, HELD, [orderId]))[0]?.cents ?? 0;
}
