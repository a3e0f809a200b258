import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

/** The largest bank fee that may be part of a payout's line. */
const MAX_FEE_CENTS = 10_000;

/** Of a payout that was recorded by hand as paid, the fee was recorded with it. */
const PAID = statement(`
  select p.id as "payoutId", u.name as seller, p.cents, $1 - p.cents as "feeCents", p.state = 'booked' as "isBookedByHand"
  from payouts p join users u on u.id = p.seller_id
  where ($2::bigint is null or p.id = $2) and case p.state
    when 'sent' then p.cents between $1 - ${MAX_FEE_CENTS} and $1
    when 'booked' then p.cents + p.fee_cents = $1 and exists (
        select 1 from ledger_entries e join ledger_lines l on l.entry_id = e.id
        where e.source = 'payout' and e.source_id = p.id and e.kind = 'payout' and l.account = 'bank_in_transit')
      and not exists (select 1 from live_line_matches m where m.payout_id = p.id)
    end
  order by p.cents desc, p.sent_at limit 10`);

/** `feeCents`: what the bank charged beyond the payout. */
export type SentPayout = {
  payoutId: number;
  seller: string;
  cents: number;
  feeCents: number;
  isBookedByHand: boolean;
};

/** Returns sent payouts whose amount, with a bank fee at most, a line may have paid. */
export function payoutsOf(db: Queryable, cents: number, id: number | null = null): Promise<SentPayout[]> {
  return rowsOf(db, PAID, [cents, id]);
}
