import type { DirectedRange, RowCount } from '#lib/paging.ts';
import { type Conditions, countRows, MAX_COUNTED_RESULTS, orderSql } from '#lib/server/database/list-sql.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { LineState, MatchKind } from '../model/line-match.ts';

export type StoredMatch = {
  id: number;
  kind: MatchKind;
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
  chargesCents: number;
  counterparty: string | null;
  counterpartyAccount: string | null;
  text: string;
  bankReference: string | null;
  endToEndId: string | null;
  code: string | null;
  isReversal: boolean;
  match: StoredMatch | null;
};

type Row = Omit<StoredLine, 'match'> & { matchId: number | null } & Omit<StoredMatch, 'id'>;

const COLUMNS = `l.id, l.account, to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", to_char(l.value_on, 'YYYY-MM-DD') as "valueOn",
  l.cents, l.charges_cents as "chargesCents", l.counterparty, l.counterparty_account as "counterpartyAccount", l.text,
  l.bank_reference as "bankReference", l.end_to_end_id as "endToEndId", l.code, l.is_reversal as "isReversal",
  m.id as "matchId", m.kind, m.order_id as "orderId", o.life as "orderLife", m.payment_id as "paymentId",
  m.payout_id as "payoutId", m.other_line_id as "otherLineId", m.fee_cents as "feeCents", m.payer_differs as "payerDiffers",
  m.reason, a.name as "matchedBy", m.matched_at as "matchedAt",
  exists (select 1 from watch_hits h where h.order_id = m.order_id and h.cleared_at is null) as "isOrderHeld"`;
const FROM = `statement_lines l left join live_line_matches m on m.line_id = l.id
  left join orders o on o.id = m.order_id left join admins a on a.id = m.matched_by`;

const FIND = statement(`select ${COLUMNS} from ${FROM} where l.id = $1`);
const LOCK = statement('select id from statement_lines where id = any($1::bigint[]) order by id for update');

function lineOfRow(row: Row): StoredLine {
  const {
    matchId,
    kind,
    orderId,
    orderLife,
    paymentId,
    payoutId,
    otherLineId,
    feeCents,
    payerDiffers,
    isOrderHeld,
    ...rest
  } = row;
  const { reason, matchedBy, matchedAt, ...line } = rest;
  const target = { orderId, orderLife, paymentId, payoutId, otherLineId };
  const match = matchId !== null && {
    id: matchId,
    kind,
    ...target,
    feeCents,
    payerDiffers,
    isOrderHeld,
    reason,
    matchedBy,
    matchedAt,
  };
  return { ...line, match: match || null };
}

export async function findLine(db: Queryable, id: number): Promise<StoredLine | null> {
  const [row] = await rowsOf<Row>(db, FIND, [id]);
  return row ? lineOfRow(row) : null;
}

/** Locks lines by id before anything else, so that of two people who match one line the second sees the first. */
export async function lockLines(db: Queryable, ids: number[]): Promise<void> {
  await rowsOf(db, LOCK, [ids]);
}

type Filter = { state?: LineState | undefined; search?: string | undefined };

const IN_STATE: Record<LineState, string> = {
  open: 'm.id is null',
  matched: "m.kind <> 'set_aside'",
  set_aside: "m.kind = 'set_aside'",
};

/** Returns a slice of the filtered lines, the newest first. */
export async function findLines(
  db: Queryable,
  filter: Filter,
  { limit, offset, backwards }: DirectedRange,
): Promise<StoredLine[]> {
  const { where, values } = conditions(filter);
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from ${FROM} where ${where}
     order by ${orderSql('booked_on', 'desc', { from: 'l.', backwards })} limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  );
  return (backwards ? rows.reverse() : rows).map(lineOfRow);
}

export function countLines(db: Queryable, filter: Filter): Promise<RowCount> {
  return countRows(db, FROM, conditions(filter), MAX_COUNTED_RESULTS);
}

function conditions({ state, search }: Filter): Conditions {
  const where = state ? [IN_STATE[state]] : ['true'];
  if (!search) return { where: where.join(' and '), values: [] };
  const amount = /^-?\$?(\d{1,9})(?:\.(\d{2}))?$/.exec(search.replaceAll(',', ''));
  const values: unknown[] = [`%${search.replace(/[\\%_]/g, '\\$&')}%`];
  const texts = ['l.counterparty', 'l.text', 'l.bank_reference', 'l.end_to_end_id', 'l.counterparty_account'];
  const found = texts.map((column) => `${column} ilike $1`);
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
  select count(*) filter (where m.id is null) as open,
    coalesce(sum(l.cents) filter (where m.id is null and l.cents > 0), 0) as "inCents",
    coalesce(sum(l.cents) filter (where m.id is null and l.cents < 0), 0) as "outCents",
    count(*) filter (where m.kind = 'set_aside') as "setAside",
    coalesce(sum(l.cents) filter (where m.kind = 'set_aside'), 0) as "setAsideCents",
    to_char(min(l.booked_on) filter (where m.id is null), 'YYYY-MM-DD') as "oldestOn"
  from statement_lines l left join live_line_matches m on m.line_id = l.id where m.id is null or m.kind = 'set_aside'`);

/** Returns how much money waits to be matched. */
export async function lineFigures(db: Queryable): Promise<LineFigures> {
  return (await rowsOf<LineFigures>(db, FIGURES, []))[0]!;
}

export type OppositeLine = Pick<StoredLine, 'id' | 'bookedOn' | 'cents' | 'counterparty' | 'text'>;

const OPPOSITE = statement(`
  select l.id, to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", l.cents, l.counterparty, l.text
  from statement_lines l left join live_line_matches m on m.line_id = l.id
  where l.account = $1 and l.cents = $2 and (m.id is null or m.kind = 'set_aside') order by l.booked_on desc, l.id desc limit 10`);

/** Returns lines of an account with an amount that nothing was matched to. */
export function openLinesOf(db: Queryable, account: string, cents: number): Promise<OppositeLine[]> {
  return rowsOf(db, OPPOSITE, [account, cents]);
}
