import { type Queryable, query, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Frozen } from './freezes.ts';
import { type OrderLine, postOfOrder } from './ledger-store.ts';

type DecidedMoney = {
  frozen: Frozen[];
  /** The buyer's part, which returns to the deposits until it is refunded. */
  toDepositsOf: number;
  /** The sellers' parts; with null, a part that returns to the deposits. */
  toSellers: Frozen[];
  /** Paid out before, and deducted from later payouts. */
  clawback: { sellerId: number; cents: number }[];
  /** Tax and fees that are not owed to authorities any more. They go to the seller who bore the buyer's whole part. */
  reduced: (Reduced & { sellerId: number }) | null;
};

/** The effect of a price reduction on tax and registration fee. */
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
 * Lowers what sellers and authorities get for an order whose price a claim reduced. Idempotent per order. `parts`: the reductions per seller.
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
 * `takenCents`: taken from the seller by reductions, decisions and lost disputes, with tax. `sellerHasCents`: tax of it that was credited to the
 * seller. `times`: number of tax reductions after the handover.
 */
type PostedReductions = Reduced & {
  sellerId: number | null;
  takenCents: number;
  sellerHasCents: number;
  times: number;
};

/**
 * Lowers the tax and registration fee owed for a completed order to match a total reduction of `reducedCents`. The tax on the seller's part goes
 * to the seller, as after a decided claim; the rest, which we refunded, becomes earnings. The caller locks the order.
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

const TIMES = statement(`
  select count(*) as times from ledger_entries where source = 'order' and source_id = $1 and kind = 'deducted'`);

/** Returns the cents that a seller owes us for refunds after a payout. */
export const sellerOwes = queryNumber<[sellerId: number]>(`
  select coalesce(sum(cents), 0) as cents from ledger_lines where account = 'seller_receivable' and seller_id = $1`);

/** Deducts a seller's debt from the payable of an order. The caller locks the order. */
export async function postDeduction(db: Queryable, orderId: number, sellerId: number, cents: number): Promise<void> {
  const [row] = await rowsOf<{ times: number }>(db, TIMES, [orderId]);
  const cause = { source: 'order', sourceId: orderId, kind: 'deducted', reference: String(row?.times ?? 0) } as const;
  await postOfOrder(db, orderId, cause, [
    ['seller_payable', cents, sellerId],
    ['seller_receivable', -cents, sellerId],
  ]);
}

type Deduction = { orderId: number; cents: number; at: Date };

/** Returns what was deducted from a seller's payouts, the newest first. */
export const deductionsOf = query<Deduction, [sellerId: number]>(`
  select e.order_id as "orderId", -l.cents as cents, e.at from ledger_lines l join ledger_entries e on e.id = l.entry_id
  where l.account = 'seller_receivable' and l.seller_id = $1 and e.kind = 'deducted' order by e.id desc limit 50`);

/** Returns what is held for the buyer of an order. */
export const heldForBuyer = queryNumber<[orderId: number]>(`
  select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.order_id = $1 and l.account = 'deposits'`);
