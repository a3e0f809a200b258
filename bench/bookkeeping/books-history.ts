import type pg from 'pg';
import { openPool } from '#lib/server/database/postgres.ts';
import { addUser, signInAdmin } from '../../tests/support/data/accounts.ts';
import { addOrderHistory } from '../../tests/support/orders/order-history.ts';

const YEARS_MS = 2 * 365 * 86_400_000;
const SELLERS = 500;

/**
 * Orders without canceled ones. Orders of the last 60 days are open: the deposit is paid and the rest is invoiced. Older orders were paid by
 * transfer, handed over and, except for a few, paid out.
 */
const FACTS = `
  create temp table facts as
  select o.id as order_id, p.id as payment_id, s.id as seller_id, o.created_at as at, p.amount_cents as deposit, p.total_cents as total,
    p.price_cents as price, p.tax_cents as tax, p.fee_cents as fee, p.price_cents / 20 as commission,
    o.created_at < now() - interval '60 days' as is_done, o.id % 41 <> 0 as is_paid_out
  from orders o join payments p on p.order_id = o.id
  join (select id, row_number() over (order by id) - 1 as n from users where name = 'Bench Seller') s on s.n = o.id % ${SELLERS}
  where o.life = 'active'`;
const SELLERS_SQL = `
  insert into users (name, email, email_key, mobile, password_hash, status)
  select 'Bench Seller', 'seller' || n || '@bench.example', 'seller' || n || '@bench.example', '0712345678', '', 'Active'
  from generate_series(1, ${SELLERS}) n`;
const STATEMENT = `
  with mapping as (
    insert into statement_mappings (name, account, encoding, delimiter, decimal_sign, date_order, columns, saved_by)
    values ('Bench', 'GB33BUKB20201555555555', 'utf-8', ',', '.', 'YMD', '{}', $1) returning id
  ), file as (
    insert into statement_files (sha256, content, filename, format, scheme, mapping_id, imported_by)
    select sha256('bench'), 'bench', 'bench.csv', 'csv', 'bench', id, $1 from mapping returning id
  ), statement as (
    insert into bank_statements (file_id, account, currency, number, from_on, to_on)
    select id, 'GB33BUKB20201555555555', 'USD', 'bench', (now() - interval '2 years')::date, now()::date from file returning id
  )
  insert into statement_lines (statement_id, account, identity, booked_on, cents, bank_reference)
  select statement.id, 'GB33BUKB20201555555555', sha256(order_id::text::bytea), (at + interval '9 days')::date, total - deposit, order_id::text
  from statement, facts where is_done`;
const CONFIRMATION =
  'insert into statement_confirmations (statement_id, confirmed_by) select id, $1 from bank_statements';
const MATCHES = `
  insert into line_matches (line_id, n, kind, order_id, payment_id, matched_by)
  select l.id, 1, 'order', f.order_id, f.payment_id, $1 from statement_lines l join facts f on f.order_id = l.bank_reference::bigint
  where f.order_id % 501 <> 0`;

type Posting = {
  source?: string;
  sourceId?: string;
  kind: string;
  reference?: string;
  days: number;
  where?: string;
  lines: string;
};

const DONE = 'is_done';
const POSTINGS: Posting[] = [
  { kind: 'invoice', days: 0, lines: "('receivable', total, null), ('billed_not_received', -total, null)" },
  {
    kind: 'paid invoice',
    reference: '0',
    days: 0,
    lines: "('receivable', -deposit, null), ('billed_not_received', deposit, null)",
  },
  {
    source: 'statement line',
    sourceId: '(select id from statement_lines where bank_reference = f.order_id::text)',
    kind: 'unidentified',
    days: 9,
    where: DONE,
    lines: "('bank', total - deposit, null), ('unidentified_receipts', deposit - total, null)",
  },
  {
    kind: 'identified',
    days: 10,
    where: `${DONE} and f.order_id % 501 <> 0`,
    lines: "('unidentified_receipts', total - deposit, null), ('deposits', deposit - total, null)",
  },
  {
    kind: 'paid invoice',
    reference: '1',
    days: 10,
    where: `${DONE} and f.order_id % 501 <> 0`,
    lines: "('receivable', deposit - total, null), ('billed_not_received', total - deposit, null)",
  },
  {
    kind: 'handover',
    days: 20,
    where: `${DONE} and f.order_id % 501 <> 0`,
    lines: `('deposits', total, null), ('seller_payable', commission - price, seller_id), ('tax_payable', -tax, null),
      ('fees_to_pass_on', -fee, null), ('earnings', -commission, null)`,
  },
  {
    kind: 'payout sent',
    days: 25,
    where: `${DONE} and is_paid_out and f.order_id % 501 <> 0`,
    lines: "('seller_payable', price - commission, seller_id), ('payouts_in_transit', commission - price, null)",
  },
  {
    kind: 'payout',
    days: 27,
    where: `${DONE} and is_paid_out and f.order_id % 501 <> 0`,
    lines: "('payouts_in_transit', price - commission, null), ('bank', commission - price, null)",
  },
];

const postingSql = ({
  source = 'order',
  sourceId = 'f.order_id',
  kind,
  reference = '',
  days,
  where = 'true',
  lines,
}: Posting) => `
  with entry as (
    insert into ledger_entries (order_id, source, source_id, kind, reference, at)
    select f.order_id, '${source}', ${sourceId}, '${kind}', '${reference}', least(now(), f.at + interval '${days} days') from facts f where ${where}
    returning id, order_id
  )
  insert into ledger_lines (entry_id, account, cents, line, seller_id)
  select entry.id, x.account, x.cents, row_number() over (partition by entry.id), x.seller::bigint
  from entry join facts f on f.order_id = entry.order_id, lateral (values ${lines}) as x (account, cents, seller)`;

/** Adds two years of orders for sale with all their entries to a scratch database, and returns the number of ledger lines. */
export async function addBooksHistory(url: string, orders: number): Promise<number> {
  const pool = await openPool(url, { max: 2, statementTimeoutMs: 0 });
  const { id: buyer } = await addUser(pool);
  const { id: admin } = await signInAdmin(pool);
  const { id: second } = await signInAdmin(pool);
  const to = new Date();
  await addOrderHistory(pool, buyer, { from: new Date(to.getTime() - YEARS_MS), to, sales: orders, rentals: 0 });
  const db = await pool.connect();
  try {
    await addEntries(db, admin, second);
    const { rows } = await db.query<{ lines: number }>('select count(*) as lines from ledger_lines');
    return rows[0]!.lines;
  } finally {
    db.release();
    await pool.end();
  }
}

async function addEntries(db: pg.PoolClient, admin: number, second: number): Promise<void> {
  await db.query(SELLERS_SQL);
  await db.query(FACTS);
  await db.query('create index on facts (order_id)');
  await db.query(STATEMENT, [admin]);
  await db.query('create index bench_lines on statement_lines (bank_reference)');
  await db.query(CONFIRMATION, [second]);
  await db.query(MATCHES, [admin]);
  await db.query('analyze');
  for (const posting of POSTINGS) await db.query(postingSql(posting));
  await db.query('drop index bench_lines');
  await db.query(
    "update orders set life = 'completed', ended_at = created_at + interval '20 days' from facts f where f.order_id = id and f.is_done",
  );
  await db.query('update orders set bill_at = null');
  await db.query('vacuum analyze');
}
