import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { postOfOrder } from './ledger-store.ts';

export type Payable = { sellerId: number; orderId: number; cents: number };

const PAYABLE = statement(`
  select l.seller_id as "sellerId", e.order_id as "orderId", -sum(l.cents) as cents
  from ledger_lines l join ledger_entries e on e.id = l.entry_id
  where l.account = 'seller_payable' and l.seller_id = $1
  group by 1, 2 having sum(l.cents) <> 0 order by 1, 2`);
const ALL_PAYABLE = statement(`
  select seller_id as "sellerId", order_id as "orderId", -cents as cents from open_balances
  where account = 'seller_payable' and seller_id is not null order by 1, 2`);

/**
 * Returns payables per order: of one seller from the ledger, for decisions about payouts; of all sellers (null) from its sums, for lists.
 */
export function payableOf(db: Queryable, sellerId: number | null): Promise<Payable[]> {
  return sellerId === null ? rowsOf<Payable>(db, ALL_PAYABLE, []) : rowsOf<Payable>(db, PAYABLE, [sellerId]);
}

/** Posts a sent payout, one entry per order. Idempotent per payout and order. */
export async function postPayoutSent(db: Queryable, payoutId: number, parts: Payable[]): Promise<void> {
  for (const { sellerId, orderId, cents } of parts) {
    const cause = { source: 'payout', sourceId: payoutId, kind: 'payout sent', reference: String(orderId) } as const;
    await postOfOrder(db, orderId, cause, [
      ['seller_payable', cents, sellerId],
      ['payouts_in_transit', -cents, null],
    ]);
  }
}

/** Reverses a returned payout. Idempotent per payout and order. */
export async function postPayoutUndone(db: Queryable, payoutId: number, parts: Payable[]): Promise<void> {
  for (const { sellerId, orderId, cents } of parts) {
    const cause = { source: 'payout', sourceId: payoutId, kind: 'payout undone', reference: String(orderId) } as const;
    await postOfOrder(db, orderId, cause, [
      ['seller_payable', -cents, sellerId],
      ['payouts_in_transit', cents, null],
    ]);
  }
}

export type BookedPayout = {
  cents: number;
  /** What the bank charged for it. */
  feeCents: number;
  /**
   * `unidentified_receipts` if a statement line is matched, which has moved the bank already. `bank_in_transit` if staff recorded it before its
   * line arrives.
   */
  from: 'bank_in_transit' | 'unidentified_receipts';
};

/** Posts a payout that the bank has booked. Idempotent per payout. */
export async function postPayoutBooked(
  db: Queryable,
  payoutId: number,
  { cents, feeCents, from }: BookedPayout,
): Promise<void> {
  await postOfOrder(db, null, { source: 'payout', sourceId: payoutId, kind: 'payout' }, [
    ['payouts_in_transit', cents, null],
    ['bank_fees', feeCents, null],
    [from, -cents - feeCents, null],
  ]);
}
