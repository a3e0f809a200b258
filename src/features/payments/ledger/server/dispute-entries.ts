import { type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { type OrderLine, postOfOrder } from './ledger-store.ts';

type Movement = { reference: string; cents: number; feeCents: number };

/** Posts a movement of a dispute on our balance at the provider. Idempotent per movement. */
export async function postDisputeMovement(
  db: Queryable,
  orderId: number | null,
  disputeId: number,
  { reference, cents, feeCents }: Movement,
): Promise<void> {
  await postOfOrder(db, orderId, { source: 'dispute', sourceId: disputeId, kind: 'dispute', reference }, [
    ['gateway', cents - feeCents, null],
    ['disputed_at_provider', -cents, null],
    ['dispute_fees', feeCents, null],
  ]);
}

export type PaidOut = { sellerId: number; cents: number };

/** Returns payouts of an order by seller, less clawbacks. */
export const paidOutOf = query<PaidOut, [orderId: number]>(`
  select o.seller_id as "sellerId", o.cents - coalesce((
      select sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.order_id = $1 and e.kind in ('claim decided', 'dispute lost') and l.account = 'seller_receivable' and l.seller_id = o.seller_id
    ), 0) as cents
  from (
    select p.seller_id, sum(o.cents) as cents from payout_orders o join payouts p on p.id = o.payout_id
    where o.order_id = $1 and p.state in ('sent', 'booked') group by 1
  ) o order by 1`);

type HeldPart = { account: 'frozen' | 'deposits' | 'seller_payable'; sellerId: number | null; cents: number };
const HELD = statement(`
  select l.account, l.seller_id as "sellerId", -sum(l.cents) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.order_id = $1 and l.account in ('frozen', 'deposits', 'seller_payable') group by 1, 2 having sum(l.cents) < 0
  order by l.account = 'frozen' desc, l.account, l.seller_id nulls first`);

/**
 * Posts a lost dispute: first from the order's frozen and held money, then as debt of sellers who were paid out, and the rest as our loss.
 * Idempotent per dispute and `reference`, which names a movement after the loss. The caller locks the order.
 */
export async function postDisputeLost(
  db: Queryable,
  orderId: number | null,
  disputeId: number,
  lostCents: number,
  reference = '',
): Promise<void> {
  let left = lostCents;
  const held = orderId === null ? [] : await rowsOf<HeldPart>(db, HELD, [orderId]);
  const paidOut = orderId === null ? [] : await paidOutOf(db, orderId);
  const parts = [...held, ...paidOut.map((part) => ({ ...part, account: 'seller_receivable' as const }))];
  const lines = parts.flatMap(({ account, sellerId, cents }): OrderLine[] => {
    const part = Math.min(left, cents);
    left -= part;
    return part > 0 ? [[account, part, sellerId]] : [];
  });
  await postOfOrder(db, orderId, { source: 'dispute', sourceId: disputeId, kind: 'dispute lost', reference }, [
    ...lines,
    ['chargeback_loss', left, null],
    ['disputed_at_provider', -lostCents, null],
  ]);
}
