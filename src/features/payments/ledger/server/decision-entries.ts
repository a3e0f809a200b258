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
  /** What is no longer owed to authorities, and so is owed to the seller who gave the whole part of the buyer. */
  reduced: (Reduced & { sellerId: number }) | null;
};

/** What a reduction of the price takes off tax and registration fee. */
type Reduced = { taxCents: number; feeCents: number };
const linesOfReduced = ({ taxCents, feeCents }: Reduced): OrderLine[] => [
  ['tax_payable', taxCents, null],
  ['fees_to_pass_on', feeCents, null],
];

/** Posts the decision of a claim. Idempotent per claim. The caller has ended the freeze before. */
export async function postDecision(
  db: Queryable,
  orderId: number,
  claimId: number,
  { frozen, toDepositsOf, toSellers, clawback, reduced }: DecidedMoney,
): Promise<void> {
  await postOfOrder(db, orderId, { source: 'claim', sourceId: claimId, kind: 'claim decided' }, [
    ...frozen.map(({ sellerId, cents }): OrderLine => ['frozen', cents, sellerId]),
    ...clawback.map(({ sellerId, cents }): OrderLine => ['seller_receivable', cents, sellerId]),
    ['deposits', -toDepositsOf, null],
    ...toSellers.map(
      ({ sellerId, cents }): OrderLine => [sellerId === null ? 'deposits' : 'seller_payable', -cents, sellerId],
    ),
    ...(reduced ? linesOfReduced(reduced) : []),
    ...(reduced
      ? [['seller_payable', -reduced.taxCents - reduced.feeCents, reduced.sellerId] satisfies OrderLine]
      : []),
  ]);
}

/**
 * Posts that sellers and authorities get less than the cars of an order cost, because a claim reduced the price. Idempotent per order.
 * `parts`: what the sellers get less.
 */
export async function postReduction(
  db: Queryable,
  orderId: number,
  parts: { sellerId: number; cents: number }[],
  reduced: Reduced,
): Promise<void> {
  const total = parts.reduce((sum, { cents }) => sum + cents, reduced.taxCents + reduced.feeCents);
  await postOfOrder(db, orderId, { source: 'order', sourceId: orderId, kind: 'price reduced' }, [
    ...parts.map(({ sellerId, cents }): OrderLine => ['seller_payable', cents, sellerId]),
    ...linesOfReduced(reduced),
    ['deposits', -total, null],
  ]);
}

const REDUCED = statement(`
  select coalesce(sum(cents) filter (where account = 'tax_payable'), 0) as "taxCents",
    coalesce(sum(cents) filter (where account = 'fees_to_pass_on'), 0) as "feeCents",
    max(seller_id) as "sellerId",
    coalesce(sum(cents) filter (where kind <> 'tax reduced' and (is_owed_to_authorities or seller_id is not null)), 0) as "takenCents",
    coalesce(sum(cents) filter (where kind <> 'tax reduced' and is_owed_to_authorities), 0)
      - coalesce(sum(cents) filter (where kind = 'tax reduced' and seller_id is not null), 0) as "sellerHasCents",
    count(distinct id) filter (where kind = 'tax reduced') as times
  from (
    select e.id, e.kind, l.account, l.cents, l.seller_id, l.account in ('tax_payable', 'fees_to_pass_on') as is_owed_to_authorities
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.order_id = $1 and e.kind in ('price reduced', 'claim decided', 'dispute lost', 'tax reduced')
  ) as l`);
/**
 * `takenCents`: what reductions, decisions and lost disputes took from the seller of an order, including its tax. `sellerHasCents`: what of that tax
 * the seller has been credited with. `times`: how often tax was reduced after the handover.
 */
type PostedReductions = Reduced & {
  sellerId: number | null;
  takenCents: number;
  sellerHasCents: number;
  times: number;
};

/**
 * Posts that less tax and registration fee of a completed order is owed to authorities, so that it is what a reduction by `reducedCents` in all takes
 * off them. The tax of what the seller bore is owed to the seller, as after the decision of a claim; the rest was given back of our own money and is
 * ours again. The caller holds the order's lock.
 */
export async function setReducedTax(
  db: Queryable,
  orderId: number,
  reducedCents: number,
  reductionOf: (cents: number) => Reduced,
): Promise<void> {
  const [posted] = await rowsOf<PostedReductions>(db, REDUCED, [orderId]);
  const { sellerId, takenCents, sellerHasCents, times } = posted!;
  const [all, ofSeller] = [reductionOf(reducedCents), reductionOf(takenCents)];
  const change = { taxCents: all.taxCents - posted!.taxCents, feeCents: all.feeCents - posted!.feeCents };
  if (change.taxCents === 0 && change.feeCents === 0) return;
  const changeCents = change.taxCents + change.feeCents;
  const owedCents = sellerId === null ? 0 : ofSeller.taxCents + ofSeller.feeCents - sellerHasCents;
  const toSellerCents = Math.max(0, Math.min(owedCents, changeCents));
  const cause = { source: 'order', sourceId: orderId, kind: 'tax reduced', reference: String(times) } as const;
  await postOfOrder(db, orderId, cause, [
    ...linesOfReduced(change),
    ['seller_payable', -toSellerCents, sellerId],
    ['earnings', toSellerCents - changeCents, null],
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
