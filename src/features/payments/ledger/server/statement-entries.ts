import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { LedgerEntries, LedgerLines } from '#lib/server/database/rows.ts';
import { postOfOrder } from './ledger-store.ts';

const POST_LINES = statement(`
  with entry as (
    insert into ledger_entries (source, source_id, kind, reference)
    select 'statement line', line.id, 'unidentified', '' from unnest($1::bigint[]) as line (id) returning id, source_id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, side.account, side.sign * line.cents
  from entry join unnest($1::bigint[], $2::bigint[]) as line (id, cents) on line.id = entry.source_id
  cross join (values ('bank', 1), ('unidentified_receipts', -1)) as side (account, sign)`);
const POST_MATCH = statement(`
  with entry as (
    insert into ledger_entries (source, source_id, kind, reference) values ('statement line', $1, $3, $2::bigint::text) returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, line.account, line.cents
  from entry, unnest($4::text[], $5::bigint[]) as line (account, cents) where line.cents <> 0`);
const UNDO_MATCH = statement(`
  with before as (
    select id, order_id from ledger_entries
    where source = 'statement line' and source_id = $1 and reference = $2::bigint::text and kind <> 'match undone'
  ), entry as (
    insert into ledger_entries (order_id, source, source_id, kind, reference)
    select order_id, 'statement line', $1, 'match undone', $2::bigint::text from before returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, l.account, -l.cents from entry, before join ledger_lines l on l.entry_id = before.id
  where l.account <> all($3::text[])
  union all select entry.id, line.account, line.cents
  from entry, unnest($3::text[], $4::bigint[]) as line (account, cents) where line.cents <> 0`);

const IN_TRANSIT = statement(`
  select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.order_id = $1 and l.account = 'bank_in_transit'`);

/**
 * Posts new statement lines to `bank`, with `unidentified_receipts` until they are matched. So the ledger's bank account always equals the
 * statements.
 */
export async function postStatementLines(db: Queryable, lines: { id: number; cents: number }[]): Promise<void> {
  await rowsOf(db, POST_LINES, [lines.map(({ id }) => id), lines.map(({ cents }) => cents)]);
}

export type MatchEntry = {
  lineId: number;
  matchId: number;
  kind: Extract<LedgerEntries['kind'], 'bank fee' | 'provider payout' | 'line matched'>;
};
type Account = LedgerLines['account'];

/** Moves a line to the accounts of what it was matched to. Debits are positive. */
export async function postMatch(
  db: Queryable,
  { lineId, matchId, kind }: MatchEntry,
  lines: Partial<Record<Account, number>>,
): Promise<void> {
  await rowsOf(db, POST_MATCH, [lineId, matchId, kind, Object.keys(lines), Object.values(lines)]);
}

/** Posts a line that paid a carrier, insurer or inspector of an order. `cents` is negative. */
export function postTransportBill(
  db: Queryable,
  orderId: number,
  { lineId, matchId, cents }: { lineId: number; matchId: number; cents: number },
): Promise<void> {
  const cause = {
    source: 'statement line',
    sourceId: lineId,
    kind: 'transport bill',
    reference: String(matchId),
  } as const;
  return postOfOrder(db, orderId, cause, [
    ['unidentified_receipts', cents, null],
    ['fees_to_pass_on', -cents, null],
  ]);
}

/**
 * Posts a line that paid a recorded return by transfer. `cents` is negative. Returns false if less is in transit. The caller locks the order.
 */
export async function postCashReturnBooked(
  db: Queryable,
  orderId: number,
  { lineId, matchId, cents }: { lineId: number; matchId: number; cents: number },
): Promise<boolean> {
  const [waiting] = await rowsOf<{ cents: number }>(db, IN_TRANSIT, [orderId]);
  if ((waiting?.cents ?? 0) < -cents) return false;
  const cause = {
    source: 'statement line',
    sourceId: lineId,
    kind: 'line matched',
    reference: String(matchId),
  } as const;
  await postOfOrder(db, orderId, cause, [
    ['unidentified_receipts', cents, null],
    ['bank_in_transit', -cents, null],
  ]);
  return true;
}

/** Reverses the entry of a match, if it has one. `moves`: what it moves on some accounts instead. */
export async function undoMatch(
  db: Queryable,
  lineId: number,
  matchId: number,
  moves: Partial<Record<Account, number>> = {},
): Promise<void> {
  await rowsOf(db, UNDO_MATCH, [lineId, matchId, Object.keys(moves), Object.values(moves)]);
}
