import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

export type StatementDifference = {
  what: 'bank' | 'line' | 'part' | 'unmatched' | 'transfer' | 'payout' | 'match' | 'balance' | 'foreign';
  id: number | null;
};

const MAX_REPORTED = 100;
/** Each check returns a row per fault. */
const CHECKS: Record<StatementDifference['what'], string> = {
  // Only lines of statements move the bank account, once there are any.
  bank: `select null::bigint as id where exists (select 1 from statement_lines) and (select coalesce(sum(cents), 0) from ledger_lines where account = 'bank')
    <> (select coalesce(sum(cents), 0) from statement_lines where currency = 'USD')`,
  line: `select l.id from statement_lines l where case when l.currency = 'USD' then l.cents end is distinct from (
      select sum(b.cents) from ledger_entries e join ledger_lines b on b.entry_id = e.id
      where e.source = 'statement line' and e.source_id = l.id and e.kind = 'unidentified' and b.account = 'bank')`,
  part: `select l.id from statement_lines l join line_rests r on r.line_id = l.id left join (
      select line_id, sum(cents) as cents, sum(cents) filter (where kind = 'set_aside') as set_aside from live_line_matches group by 1
    ) m on m.line_id = l.id
    where (r.cents, r.set_aside_cents) is distinct from (l.cents - coalesce(m.cents, 0), coalesce(m.set_aside, 0))
      or sign(r.cents) = - sign(l.cents)`,
  unmatched: `select null::bigint as id where (
      select coalesce(sum(cents), 0) from ledger_lines where account = 'unidentified_receipts'
    ) <> (
      select coalesce(-sum(r.cents), 0) from line_rests r join statement_lines l on l.id = r.line_id where l.currency = 'USD'
    ) - (
      select coalesce(sum(m.cents), 0) from live_line_matches m where m.kind in ('set_aside', 'return') and m.currency = 'USD'
    ) - (
      select coalesce(sum(m.cents + m.fee_cents), 0) from live_line_matches m where m.kind = 'refund_return'
    ) - (
      select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
      where p.method = 'bank_transfer' and r.done_at is not null
    ) + (
      select coalesce(-sum(m.cents), 0) from live_line_matches m where m.kind = 'refund')`,
  transfer: `select m.line_id as id from live_line_matches m left join payments p on p.id = m.payment_id
    where m.kind = 'order' and (p.order_id, p.statement_line_id, p.amount_cents) is distinct from (m.order_id, m.line_id, coalesce(m.usd_cents, m.cents))
    union all select p.statement_line_id from payments p
    where p.statement_line_id is not null and not exists (
      select 1 from live_line_matches m where m.kind = 'order' and m.line_id = p.statement_line_id and m.payment_id = p.id)`,
  payout: `select m.line_id as id from live_line_matches m left join payouts p on p.id = m.payout_id
    where m.kind = 'payout' and (p.state, p.cents + m.fee_cents) is distinct from ('booked', -m.cents)`,
  match: `select m.line_id as id from line_matches m
    where (m.usd_cents is not null or m.kind not in ('order', 'refund', 'refund_return', 'payout', 'conversion', 'return', 'set_aside')) and (
      (select count(*) from ledger_entries e where e.source = 'statement line' and e.source_id = m.line_id
        and e.reference = m.id::text and e.kind in ('bank fee', 'provider payout', 'transport bill', 'line matched')) <> 1
      or (select count(*) from ledger_entries e where e.source = 'statement line' and e.source_id = m.line_id
        and e.reference = m.id::text and e.kind = 'match undone')
        <> (select count(*) from line_match_undos u where u.match_id = m.id))`,
  // If all statements of an account state their balances and none is missing, the first balance plus all lines equals the last balance.
  balance: `select null::bigint as id from (
      select account, currency, (array_agg(opening_cents order by from_on, to_on, id))[1] as opening,
        (array_agg(closing_cents order by to_on desc, from_on desc, id desc))[1] as closing, max(to_on) as last_on
      from bank_statements s group by account, currency
      having bool_and(opening_cents is not null and closing_cents is not null)
        and count(*) filter (where not exists (
          select 1 from bank_statements p where p.account = s.account and p.currency = s.currency and p.id <> s.id and p.to_on <= s.to_on
            and p.closing_cents = s.opening_cents)) <= 1
    ) as a
    where closing <> opening + (select coalesce(sum(cents), 0) from statement_lines l where l.account = a.account and l.currency = a.currency)`,
  // The ledger holds for each account what its matches are worth, and nothing once nothing is on it.
  foreign: `select null::bigint as id from foreign_balances
    where (held_usd_cents, difference_usd_cents) <> (matched_usd_cents - settled_usd_cents, settled_usd_cents)
    union all select null where (select coalesce(sum(cents), 0) from ledger_lines where account = 'foreign_accounts')
      <> (select coalesce(sum(held_usd_cents), 0) from foreign_balances)`,
};
const STATEMENTS = Object.entries(CHECKS).map(
  ([what, sql]) => [what as StatementDifference['what'], statement(`${sql} limit ${MAX_REPORTED}`)] as const,
);

/** Returns where the ledger differs from the imported statements. */
export async function statementDifferences(db: Queryable): Promise<StatementDifference[]> {
  const found: StatementDifference[] = [];
  for (const [what, sql] of STATEMENTS) {
    for (const { id } of await rowsOf<{ id: number | null }>(db, sql, [])) found.push({ what, id });
  }
  return found;
}
