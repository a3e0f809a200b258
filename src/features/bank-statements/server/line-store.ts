import type { DirectedRange, RowCount } from '#lib/paging.ts';
import { type Conditions, countRows, MAX_COUNTED_RESULTS, orderSql } from '#lib/server/database/list-sql.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { LineState, MatchKind } from '../model/line-match.ts';

export type StoredMatch = {
  id: number;
  kind: MatchKind;
  /** The part of the line, with its sign. */
  cents: number;
  orderId: number | null;
  orderLife: string | null;
  paymentId: number | null;
  payoutId: number | null;
  otherLineId: number | null;
  feeCents: number;
  payerDiffers: boolean;
  /** Whether a hit of the watch lists holds the order. */
  isOrderHeld: boolean;
  reason: string | null;
  matchedBy: string | null;
  matchedAt: Date;
};

export type StoredLine = {
  id: number;
  account: string;
  bookedOn: string;
  valueOn: string | null;
  cents: number;
  /** What no match accounts for yet, with the sign of the line. */
  leftCents: number;
  chargesCents: number;
  counterparty: string | null;
  counterpartyAccount: string | null;
  text: string;
  bankReference: string | null;
  endToEndId: string | null;
  code: string | null;
  isReversal: boolean;
  /** The parts that were matched, the oldest first. */
  matches: StoredMatch[];
};

/** A line that is matched as a whole has no row in `open_lines`. */
const COLUMNS = `l.id, l.account, to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", to_char(l.value_on, 'YYYY-MM-DD') as "valueOn",
  l.cents, coalesce(r.left_cents, 0) as "leftCents", l.charges_cents as "chargesCents", l.counterparty, l.counterparty_account as "counterpartyAccount",
  l.text, l.bank_reference as "bankReference", l.end_to_end_id as "endToEndId", l.code, l.is_reversal as "isReversal"`;
const FROM = 'statement_lines l left join open_lines r on r.line_id = l.id';

const FIND = statement(`select ${COLUMNS} from ${FROM} where l.id = $1`);
const LOCK = statement('select id from statement_lines where id = any($1::bigint[]) order by id for update');
const MATCHES = statement(`
  select m.line_id as "lineId", m.id, m.kind, m.cents, m.order_id as "orderId", o.life as "orderLife", m.payment_id as "paymentId",
    m.payout_id as "payoutId", m.other_line_id as "otherLineId", m.fee_cents as "feeCents", m.payer_differs as "payerDiffers",
    m.reason, a.name as "matchedBy", m.matched_at as "matchedAt",
    exists (select 1 from watch_hits h where h.order_id = m.order_id and h.cleared_at is null) as "isOrderHeld"
  from live_line_matches m left join orders o on o.id = m.order_id left join admins a on a.id = m.matched_by
  where m.line_id = any($1::bigint[]) order by m.id`);

async function withMatches(db: Queryable, lines: Omit<StoredLine, 'matches'>[]): Promise<StoredLine[]> {
  const ids = lines.map(({ id }) => id);
  const matches = await rowsOf<StoredMatch & { lineId: number }>(db, MATCHES, [ids]);
  return lines.map((line) => ({
    ...line,
    matches: matches.filter(({ lineId }) => lineId === line.id).map(({ lineId: _, ...match }) => match),
  }));
}

export async function findLine(db: Queryable, id: number): Promise<StoredLine | null> {
  return (await withMatches(db, await rowsOf<Omit<StoredLine, 'matches'>>(db, FIND, [id])))[0] ?? null;
}

/** Locks lines by id before anything else, so that of two people who match one line the second sees the first. */
export async function lockLines(db: Queryable, ids: number[]): Promise<void> {
  await rowsOf(db, LOCK, [ids]);
}

type Filter = { state?: LineState | undefined; search?: string | undefined };

const IN_STATE: Record<LineState, string> = {
  open: 'r.left_cents <> 0',
  matched: 'r.line_id is null',
  set_aside: 'r.left_cents = 0',
};

/** Returns a slice of the filtered lines, the newest first. */
export async function findLines(
  db: Queryable,
  filter: Filter,
  { limit, offset, backwards }: DirectedRange,
): Promise<StoredLine[]> {
  const { where, values } = conditions(filter);
  const { rows } = await db.query<Omit<StoredLine, 'matches'>>(
    `select ${COLUMNS} from ${FROM} where ${where}
     order by ${orderSql('booked_on', 'desc', { from: 'l.', backwards })} limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  );
  return withMatches(db, backwards ? rows.reverse() : rows);
}

export function countLines(db: Queryable, filter: Filter): Promise<RowCount> {
  return countRows(db, FROM, conditions(filter), MAX_COUNTED_RESULTS);
}

/** Must be the expression of the index statement_lines_by_words, so that PostgreSQL uses the index. */
const WORDS = `lower(coalesce(l.counterparty, '') || ' ' || l.text || ' ' || coalesce(l.bank_reference, '') || ' '
  || coalesce(l.end_to_end_id, '') || ' ' || coalesce(l.counterparty_account, ''))`;

function conditions({ state, search }: Filter): Conditions {
  const where = state ? [IN_STATE[state]] : ['true'];
  if (!search) return { where: where.join(' and '), values: [] };
  const amount = /^-?\$?(\d{1,9})(?:\.(\d{2}))?$/.exec(search.replaceAll(',', ''));
  const values: unknown[] = [`%${search.replace(/[\\%_]/g, '\\$&')}%`];
  const found = [`${WORDS} like lower($1)`];
  if (amount) {
    values.push(Number(`${amount[1]}${amount[2] ?? '00'}`));
    found.push('abs(l.cents) = $2');
  }
  where.push(`(${found.join(' or ')})`);
  return { where: where.join(' and '), values };
}

export type LineFigures = {
  open: number;
  inCents: number;
  outCents: number;
  setAside: number;
  setAsideCents: number;
  oldestOn: string | null;
};

const FIGURES = statement(`
  select count(*) filter (where r.left_cents <> 0) as open,
    coalesce(sum(r.left_cents) filter (where r.left_cents > 0), 0) as "inCents",
    coalesce(sum(r.left_cents) filter (where r.left_cents < 0), 0) as "outCents",
    count(*) filter (where r.set_aside_cents <> 0) as "setAside",
    coalesce(sum(r.set_aside_cents), 0) as "setAsideCents",
    to_char(min(l.booked_on) filter (where r.left_cents <> 0), 'YYYY-MM-DD') as "oldestOn"
  from open_lines r join statement_lines l on l.id = r.line_id`);

/** Returns how much money waits to be matched. */
export async function lineFigures(db: Queryable): Promise<LineFigures> {
  return (await rowsOf<LineFigures>(db, FIGURES, []))[0]!;
}

export type OppositeLine = Pick<StoredLine, 'id' | 'bookedOn' | 'cents' | 'counterparty' | 'text'>;

const OPPOSITE = statement(`
  select l.id, to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", l.cents, l.counterparty, l.text
  from ${FROM} where l.account = $1 and l.cents = $2 and r.left_cents = l.cents order by l.booked_on desc, l.id desc limit 10`);

/** Returns lines of an account with an amount that nothing was matched to. */
export function openLinesOf(db: Queryable, account: string, cents: number): Promise<OppositeLine[]> {
  return rowsOf(db, OPPOSITE, [account, cents]);
}
