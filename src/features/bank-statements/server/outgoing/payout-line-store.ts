import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** The largest bank fee that may be part of a payout's line. */
const MAX_FEE_CENTS = 10_000;

const ON_THEIR_WAY = statement(`
  select p.id as "payoutId", u.name as seller, p.cents, $1 - p.cents as "feeCents"
  from payouts p join users u on u.id = p.seller_id
  where p.state = 'sent' and p.cents between $1 - ${MAX_FEE_CENTS} and $1 and ($2::bigint is null or p.id = $2)
  order by p.cents desc, p.sent_at limit 10`);

/** `feeCents`: what the bank charged beyond the payout. */
export type SentPayout = { payoutId: number; seller: string; cents: number; feeCents: number };

/** Returns sent payouts whose amount, with a bank fee at most, a line may have paid. */
export function payoutsOf(db: Queryable, cents: number, id: number | null = null): Promise<SentPayout[]> {
  return rowsOf(db, ON_THEIR_WAY, [cents, id]);
}
