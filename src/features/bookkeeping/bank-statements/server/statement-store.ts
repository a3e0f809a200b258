import type { BookedLine, Statement, StatementFormat } from '#features/bookkeeping/bank-statements/model/statement.ts';
import type { StatementMapping } from '#features/bookkeeping/bank-statements/model/statement-mapping.ts';
import { allowLongStatements, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { StoredLine } from '../model/recognize-lines.ts';

const LOCK = statement('select pg_advisory_xact_lock(7263431)');
const FILE_ID = statement('select id from statement_files where sha256 = $1');
const INSERT_FILE = statement(`
  insert into statement_files (sha256, content, filename, format, scheme, mapping_id, imported_by)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`);

/** Lets one transaction at a time import statements. Others wait for up to 20 seconds. */
export async function lockImports(db: Queryable): Promise<void> {
  await allowLongStatements(db, { statementS: 30, lockS: 20 });
  await rowsOf(db, LOCK, []);
}

export async function fileOfHash(db: Queryable, sha256: Buffer): Promise<number | null> {
  return (await rowsOf<{ id: number }>(db, FILE_ID, [sha256]))[0]?.id ?? null;
}

type NewFile = {
  sha256: Buffer;
  content: Buffer;
  filename: string;
  format: StatementFormat;
  scheme: string;
  mappingId: number | null;
  importedBy: number;
};

export async function insertFile(db: Queryable, file: NewFile): Promise<number> {
  const { sha256, content, filename, format, scheme, mappingId, importedBy } = file;
  const values = [sha256, content, filename, format, scheme, mappingId, importedBy];
  return (await rowsOf<{ id: number }>(db, INSERT_FILE, values))[0]!.id;
}

/** One account can have several currencies. */
type OwnAccount = Pick<Statement, 'account' | 'currency'>;

const IS_STORED = statement(
  'select from bank_statements where account = $1 and currency = $2 and number = $3 and to_on = $4 limit 1',
);
const INSERT_STATEMENT = statement(`
  insert into bank_statements (file_id, account, currency, number, from_on, to_on, opening_cents, closing_cents, pending)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`);

/** Whether another file brought this statement. */
export async function isStatementStored(
  db: Queryable,
  { account, currency, number, toOn }: Pick<Statement, 'account' | 'currency' | 'number' | 'toOn'>,
): Promise<boolean> {
  return (await rowsOf(db, IS_STORED, [account, currency, number, toOn])).length > 0;
}

export async function insertStatement(db: Queryable, fileId: number, statement: Statement): Promise<number> {
  const { account, currency, number, fromOn, toOn, openingCents, closingCents, pending } = statement;
  const values = [fileId, account, currency, number, fromOn, toOn, openingCents, closingCents, pending];
  return (await rowsOf<{ id: number }>(db, INSERT_STATEMENT, values))[0]!.id;
}

/** `identity`: 32 bytes that the same line always has. */
export type IdentifiedLine = BookedLine & { identity: Buffer };

const STORED_LINES = statement(`
  select l.id, l.statement_id as "statementId", to_char(l.booked_on, 'YYYY-MM-DD') as "bookedOn", l.cents, l.bank_reference as "bankReference",
    l.counterparty, l.text, l.balance_cents as "balanceCents", f.scheme, f.filename
  from statement_lines l join bank_statements s on s.id = l.statement_id join statement_files f on f.id = s.file_id
  where l.account = $1 and l.currency = $2 and l.booked_on = any($3::date[]) order by l.id`);
const INSERT_LINES = statement(`
  insert into statement_lines (statement_id, account, currency, identity, booked_on, value_on, cents, bank_reference, end_to_end_id,
    counterparty, counterparty_account, text, charges_cents, code, is_reversal, balance_cents)
  select $1, $2, $3, decode(line.identity, 'hex'), line."bookedOn", line."valueOn", line.cents, line."bankReference", line."endToEndId",
    line.counterparty, line."counterpartyAccount", line.text, line."chargesCents", line.code, line."isReversal", line."balanceCents"
  from jsonb_to_recordset($4::jsonb) as line (
    identity text, "bookedOn" date, "valueOn" date, cents bigint, "bankReference" text, "endToEndId" text, counterparty text,
    "counterpartyAccount" text, text text, "chargesCents" bigint, code text, "isReversal" boolean, "balanceCents" bigint)
  returning id, cents`);

/** Returns the stored lines of some days of an account in its currency. */
export function storedLines(db: Queryable, { account, currency }: OwnAccount, days: string[]): Promise<StoredLine[]> {
  return rowsOf(db, STORED_LINES, [account, currency, days]);
}

export function insertLines(
  db: Queryable,
  statementId: number,
  { account, currency }: OwnAccount,
  lines: IdentifiedLine[],
): Promise<{ id: number; cents: number }[]> {
  const rows = lines.map((line) => ({ ...line, identity: line.identity.toString('hex') }));
  return rowsOf(db, INSERT_LINES, [statementId, account, currency, JSON.stringify(rows)]);
}

/**
 * A statement is missing if no other one ends with the opening balance of a statement that is not the first. Rows that later files add to the same
 * statement are no other one.
 */
const IS_MISSING = `s.opening_cents is not null
  and exists (select 1 from bank_statements e where e.account = s.account and e.currency = s.currency and e.from_on < s.from_on and e.closing_cents is not null)
  and not exists (
    select 1 from bank_statements p where p.account = s.account and p.currency = s.currency and (p.number, p.to_on) is distinct from (s.number, s.to_on)
      and p.to_on <= s.to_on
      and p.closing_cents = s.opening_cents)`;

const CHAIN = statement(`
  select id, opening_cents as "openingCents", number, to_char(from_on, 'YYYY-MM-DD') as "fromOn", to_char(to_on, 'YYYY-MM-DD') as "toOn",
    closing_cents as "closingCents" from bank_statements
  where account = $1 and currency = $2 and closing_cents is not null`);

export type ChainLink = {
  id: number;
  number: string;
  fromOn: string;
  toOn: string;
  openingCents: number | null;
  closingCents: number;
};

/** The statements of an account in its currency that state their closing balance. */
export function chainOf(db: Queryable, { account, currency }: OwnAccount): Promise<ChainLink[]> {
  return rowsOf(db, CHAIN, [account, currency]);
}

export type StoredStatement = {
  id: number;
  filename: string;
  format: StatementFormat;
  importedAt: Date;
  importedBy: string | null;
  account: string;
  currency: string;
  number: string;
  fromOn: string;
  toOn: string;
  openingCents: number | null;
  closingCents: number | null;
  pending: number;
  lines: number;
  inCents: number;
  outCents: number;
  /** At most five. */
  largestLines: Pick<BookedLine, 'bookedOn' | 'cents' | 'counterparty' | 'text'>[];
  isMissingBefore: boolean;
  importerId: number;
  confirmedBy: string | null;
  confirmedAt: Date | null;
  /** Whether a line waits for a second person. */
  isToConfirm: boolean;
  /** Returns how much may be matched within a day of unconfirmed statements of one importer. */
  limitCents: number;
};

const SELECT = `
  select s.id, f.filename, f.format, f.imported_at as "importedAt", a.name as "importedBy", s.account, s.currency, s.number,
    to_char(s.from_on, 'YYYY-MM-DD') as "fromOn", to_char(s.to_on, 'YYYY-MM-DD') as "toOn", s.opening_cents as "openingCents",
    s.closing_cents as "closingCents", s.pending, sums.lines, sums."inCents", sums."outCents", coalesce(largest.lines, '[]') as "largestLines", ${IS_MISSING} as "isMissingBefore", f.imported_by as "importerId",
    (select name from admins where id = c.confirmed_by) as "confirmedBy", c.confirmed_at as "confirmedAt",
    w.statement_id is not null as "isToConfirm",
    (select cash_limit_cents from order_terms order by version desc limit 1) as "limitCents"
  from bank_statements s join statement_files f on f.id = s.file_id left join admins a on a.id = f.imported_by
  left join statement_confirmations c on c.statement_id = s.id left join statements_to_confirm w on w.statement_id = s.id
  cross join lateral (
    select count(*) as lines, coalesce(sum(cents) filter (where cents > 0), 0) as "inCents",
      coalesce(sum(cents) filter (where cents < 0), 0) as "outCents"
    from statement_lines l where l.statement_id = s.id
  ) sums
  left join lateral (
    select jsonb_agg(jsonb_build_object('bookedOn', booked_on, 'cents', cents, 'counterparty', counterparty, 'text', text)
      order by abs(cents) desc, id) as lines
    from (
      select l.id, l.booked_on, l.cents, l.counterparty, l.text from statement_lines l where l.statement_id = s.id order by abs(cents) desc, id limit 5
    ) l
  ) largest on c.statement_id is null`;
const NEWEST = statement(`${SELECT}
  where ($1::bigint is null or s.id < $1) and (not $2 or w.statement_id is not null) order by s.id desc limit $3`);
const OF_ID = statement(`${SELECT} where s.id = $1`);

/** Returns statements in the order of their import, the newest first. `before`: the id after which to go on. */
export function newestStatements(
  db: Queryable,
  { before, isToConfirm }: { before: number | null; isToConfirm: boolean },
  limit: number,
): Promise<StoredStatement[]> {
  return rowsOf(db, NEWEST, [before, isToConfirm, limit]);
}

export async function findStatement(db: Queryable, id: number): Promise<StoredStatement | null> {
  return (await rowsOf<StoredStatement>(db, OF_ID, [id]))[0] ?? null;
}

const INSERT_CONFIRMATION = statement(`
  insert into statement_confirmations (statement_id, confirmed_by) values ($1, $2) on conflict do nothing returning statement_id`);

/** Returns false if the statement was confirmed before. */
export async function insertConfirmation(db: Queryable, statementId: number, adminId: number): Promise<boolean> {
  return (await rowsOf(db, INSERT_CONFIRMATION, [statementId, adminId])).length > 0;
}

/** Whether the database refused a match because its statement is not confirmed. */
export const isUnconfirmed = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'statement_is_confirmed';

const LEFT = statement(`
  select id, (select cash_limit_cents from order_terms order by version desc limit 1) - counted_today(id) as cents
  from unnest($1::bigint[]) id`);

/** Returns, by importer, how many cents may still be matched today of their unconfirmed statements. */
export async function leftOfImporters(db: Queryable, importers: Set<number>): Promise<Map<number, number>> {
  if (importers.size === 0) return new Map();
  const rows = await rowsOf<{ id: number; cents: number }>(db, LEFT, [[...importers]]);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

export type StoredMapping = StatementMapping & { id: number; savedAt: Date };

// Mappings from before the question have an answer if one of their lines was money out.
const COLUMNS = `id, name, account, currency, encoding, delimiter, decimal_sign as "decimalSign", date_order as "dateOrder", columns,
  coalesce((answers -> 'hasHeader')::boolean, true) as "hasHeader", coalesce(answers -> 'ignored', '[]') as ignored,
  coalesce(answers -> 'meanings', '{}') as meanings, answers ->> 'sheet' as sheet,
  coalesce(answers ->> 'unsigned', case when exists (
    select from statement_files f join bank_statements s on s.file_id = f.id join statement_lines l on l.statement_id = s.id
    where f.mapping_id = statement_mappings.id and l.cents < 0) then 'minus' end) as unsigned, saved_at as "savedAt"`;
const NEWEST_MAPPINGS = statement(
  `select distinct on (name) ${COLUMNS} from statement_mappings order by name, id desc`,
);
const MAPPING = statement(`select ${COLUMNS} from statement_mappings where id = $1`);
const INSERT_MAPPING = statement(`
  insert into statement_mappings (name, account, currency, encoding, delimiter, decimal_sign, date_order, columns, saved_by, answers)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`);

/** Returns the newest mapping of each name. */
export function newestMappings(db: Queryable): Promise<StoredMapping[]> {
  return rowsOf(db, NEWEST_MAPPINGS, []);
}

export async function findMapping(db: Queryable, id: number): Promise<StoredMapping | null> {
  return (await rowsOf<StoredMapping>(db, MAPPING, [id]))[0] ?? null;
}

/** Stores a mapping and returns its id. */
export async function insertMapping(db: Queryable, adminId: number, mapping: StatementMapping): Promise<number> {
  const { name, account, currency, encoding, delimiter, decimalSign, dateOrder, columns } = mapping;
  const { hasHeader, ignored, meanings, unsigned, sheet } = mapping;
  const values = [
    name,
    account,
    currency,
    encoding,
    delimiter,
    decimalSign,
    dateOrder,
    JSON.stringify(columns),
    adminId,
    JSON.stringify({ hasHeader, ignored, meanings, unsigned, sheet }),
  ];
  return (await rowsOf<{ id: number }>(db, INSERT_MAPPING, values))[0]!.id;
}
