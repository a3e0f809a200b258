import type { DirectedRange, RowCount } from '#lib/contract-parts.ts';
import { BOOKS_CURRENCY, WITH_THREE_DECIMALS, WITHOUT_DECIMALS } from '#lib/i18n/currency.ts';
import { type Conditions, countRows, MAX_COUNTED_RESULTS, orderSql } from '#lib/server/database/list-sql.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import { minorUnits } from '../model/amount-text.ts';
import { type LineState, MAX_CONVERSION_DAYS, type MatchKind } from '../model/line-match.ts';

export type StoredMatch = {
  id: number;
  kind: MatchKind;
  /** The part of the line, with its sign. */
  cents: number;
  /** The value of a part in another currency. */
  usdCents: number | null;
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
  statementId: number;
  /** The importer of an unconfirmed statement; null once it is confirmed. */
  loneImporter: number | null;
  account: string;
  bookedOn: string;
  valueOn: string | null;
  /** In the smallest unit of the currency, as all amounts of the line. */
  cents: number;
  currency: string;
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
const COLUMNS = `l.id, l.statement_id as "statementId", lone_importer(l.statement_id) as "loneImporter", l.account, to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", to_char(l.value_on, 'YYYY-MM-DD') as "valueOn",
  l.cents, l.currency, coalesce(r.left_cents, 0) as "leftCents", l.charges_cents as "chargesCents", l.counterparty, l.counterparty_account as "counterpartyAccount",
  l.text, l.bank_reference as "bankReference", l.end_to_end_id as "endToEndId", l.code, l.is_reversal as "isReversal"`;
const FROM = 'statement_lines l left join open_lines r on r.line_id = l.id';

const FIND = statement(`select ${COLUMNS} from ${FROM} where l.id = $1`);
const LOCK = statement('select id from statement_lines where id = any($1::bigint[]) order by id for update');
const MATCHES = statement(`
  select m.line_id as "lineId", m.id, m.kind, m.cents, m.usd_cents as "usdCents", m.order_id as "orderId", o.life as "orderLife", m.payment_id as "paymentId",
    m.payout_id as "payoutId", m.other_line_id as "otherLineId", m.fee_cents as "feeCents", m.payer_differs as "payerDiffers",
    m.reason, a.name as "matchedBy", m.matched_at as "matchedAt",
    exists (select 1 from watch_hits h where h.order_id = m.order_id and h.cleared_at is null) as "isOrderHeld"
  from live_line_matches m left join orders o on o.id = m.order_id left join admins a on a.id = m.matched_by
  where m.line_id = any($1::bigint[]) order by m.id`);

async function withMatches(db: Queryable, lines: Omit<StoredLine, 'matches'>[]): Promise<StoredLine[]> {
  const ids = lines.flatMap(({ id, cents, leftCents }) => (leftCents === cents ? [] : id));
  if (ids.length === 0) return lines.map((line) => ({ ...line, matches: [] }));
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

type Filter = { state?: LineState | undefined; currency?: string | undefined; search?: string | undefined };

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

function conditions({ state, currency, search }: Filter): Conditions {
  const where = state ? [IN_STATE[state]] : ['true'];
  const values: unknown[] = [];
  if (currency) where.push(`l.currency = $${values.push(currency)}`);
  if (search) {
    const found = [`${WORDS} like lower($${values.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`)})`];
    const [, amount] = /^-?\$?(\d{1,9}(?:\.\d{1,3})?)$/.exec(search.replaceAll(',', '')) ?? [];
    if (amount !== undefined) found.push(isAmount(amount, values));
    where.push(`(${found.join(' or ')})`);
  }
  return { where: where.join(' and '), values };
}

/** Whether a line has an amount, in the units of its currency. Only the first comparison uses the index. */
function isAmount(amount: string, values: unknown[]): string {
  const [none, two, three] = [0, 2, 3].map((digits) => minorUnits(amount, digits));
  const some = `$${values.push([none, two, three])}::bigint[]`;
  const [without, withThree] = [WITHOUT_DECIMALS, WITH_THREE_DECIMALS].map((codes) => `$${values.push(codes)}::text[]`);
  return `abs(l.cents) = any(${some}) and abs(l.cents) = (${some})[
    case when l.currency = any(${without}) then 1 when l.currency = any(${withThree}) then 3 else 2 end]`;
}

type LineFigures = {
  open: number;
  inCents: number;
  outCents: number;
  setAside: number;
  setAsideCents: number;
  oldestOn: string | null;
  foreign: { currency: string; inCents: number; outCents: number; setAsideCents: number }[];
};

const FIGURES = statement(`
  select l.currency, count(*) filter (where r.left_cents <> 0) as open,
    coalesce(sum(r.left_cents) filter (where r.left_cents > 0), 0) as "inCents",
    coalesce(sum(r.left_cents) filter (where r.left_cents < 0), 0) as "outCents",
    count(*) filter (where r.set_aside_cents <> 0) as "setAside",
    coalesce(sum(r.set_aside_cents), 0) as "setAsideCents",
    to_char(min(l.booked_on) filter (where r.left_cents <> 0), 'YYYY-MM-DD') as "oldestOn"
  from open_lines r join statement_lines l on l.id = r.line_id group by 1 order by 1`);

/** Returns how much money waits to be matched: in US dollars, and apart from it in each other currency. */
export async function lineFigures(db: Queryable): Promise<LineFigures> {
  const all = await rowsOf<Omit<LineFigures, 'foreign'> & { currency: string }>(db, FIGURES, []);
  const dollars = all.find(({ currency }) => currency === BOOKS_CURRENCY);
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    open: sum(all.map(({ open }) => open)),
    inCents: dollars?.inCents ?? 0,
    outCents: dollars?.outCents ?? 0,
    setAside: sum(all.map(({ setAside }) => setAside)),
    setAsideCents: dollars?.setAsideCents ?? 0,
    oldestOn: all.flatMap(({ oldestOn }) => oldestOn ?? []).sort()[0] ?? null,
    foreign: all.filter((each) => each !== dollars),
  };
}

export type OtherLine = Pick<
  StoredLine,
  'id' | 'account' | 'bookedOn' | 'cents' | 'currency' | 'counterparty' | 'counterpartyAccount' | 'text'
>;

/** `place`: the nearest day of a conversion, and the newest day of a line that cancels out, comes first. */
const other = (place: string, where: string) => `(
  select l.id, l.account, to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", l.cents, l.currency, l.counterparty,
    l.counterparty_account as "counterpartyAccount", l.text,
    row_number() over (order by ${place}) as place
  from open_lines r join statement_lines l on l.id = r.line_id where r.left_cents = l.cents and ${where} order by ${place} limit 10)`;
/** One statement for both, because each round trip takes as long as the search. */
const others = (converted: string) =>
  statement(`
  ${other('l.booked_on desc, l.id desc', 'l.account = $1 and l.currency = $2 and l.cents = -$3::bigint and abs(l.cents) = abs($3)')}
  union all
  ${other(
    'abs(l.booked_on - $4::date), l.id',
    `sign(l.cents) = - sign($3::bigint) and ${converted}
    and l.booked_on between $4::date - ${MAX_CONVERSION_DAYS} and $4::date + ${MAX_CONVERSION_DAYS}`,
  )}
  order by place`);
/** A line in dollars only has foreign ones on its other side. The index statement_lines_foreign has no others. */
const OF_DOLLARS = others(`l.currency <> '${BOOKS_CURRENCY}'`);
const OF_FOREIGN = others('(l.account, l.currency) <> ($1, $2)');

/**
 * Returns the lines that nothing was matched to and that may belong to a line: those of its account that cancel it out, and those of our other
 * accounts that may be the other side of a conversion.
 */
export async function otherLines(
  db: Queryable,
  { account, currency, cents, bookedOn }: StoredLine,
): Promise<{ returns: OtherLine[]; conversions: OtherLine[] }> {
  const wanted = currency === BOOKS_CURRENCY ? OF_DOLLARS : OF_FOREIGN;
  const rows = await rowsOf<OtherLine & { place: number }>(db, wanted, [account, currency, cents, bookedOn]);
  const found = rows.map(({ place: _, ...line }) => line);
  const isReturn = (line: OtherLine) => line.account === account && line.currency === currency;
  return { returns: found.filter(isReturn), conversions: found.filter((line) => !isReturn(line)) };
}
