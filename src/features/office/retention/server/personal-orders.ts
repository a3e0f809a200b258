import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';

const rows = (column: string, from: string) => `(select coalesce(json_agg(${column}), '[]') from ${from})`;
const built = (...names: string[]) => `json_build_object(${names.map((name) => `'${name}', x.${name}`).join(', ')})`;
const ORDERS = statement(`
  select o.id, o.offer, o.life, o.terms_version, o.currency, o.created_at, o.ended_at,
    ${rows(`${built('listing_id', 'price_cents', 'tax_cents', 'fee_cents', 'total_cents')} order by x.listing_id`, 'order_cars x where x.order_id = o.id')} as cars,
    ${rows(`${built('version', 'kind', 'amount_cents', 'due_at')} order by x.id`, 'plan_items x where x.order_id = o.id')} as plan,
    ${rows(`${built('from_life', 'to_life', 'actor', 'reason', 'at')} order by x.id`, 'order_moves x where x.order_id = o.id')} as moves,
    ${rows(`${built('method', 'cents', 'note', 'at')} order by x.id`, 'cash_receipts x where x.order_id = o.id')} as cash_receipts,
    ${rows(`${built('cents', 'at')} order by x.id`, 'cash_returns x where x.order_id = o.id')} as cash_returns,
    ${rows(`${built('kind', 'cents', 'reason', 'at')} order by x.id`, 'order_charges x where x.order_id = o.id')} as charges,
    ${rows(`${built('kind', 'cents', 'method', 'note', 'at')} order by x.id`, 'security_moves x where x.order_id = o.id')} as security_deposit,
    ${rows(
      `${built('state', 'cents', 'lost_cents', 'heard_at', 'closed_at')} order by x.id`,
      'provider_disputes x join payments p on p.id = x.payment_id where p.order_id = o.id',
    )} as disputes,
    ${rows(
      `${built('kind', 'number', 'code', 'issued_at')} order by x.id`,
      `issued_documents x where x.subject_kind = 'order' and x.subject_id = o.id
      or x.subject_kind = 'booking' and x.subject_id in (select booking_id from order_cars where order_id = o.id)`,
    )} as documents
  from orders o where o.user_id = $1 order by o.id`);
const SALES = statement(`
  select c.order_id, c.listing_id, o.offer, o.life, c.price_cents, c.commission_cents, o.currency, o.created_at, o.ended_at
  from order_cars c join orders o on o.id = c.order_id where c.seller_id = $1 order by c.order_id, c.listing_id`);
const CONTRACTS = statement(`
  select order_id, party, version, encode(text_hash, 'hex') as text_sha256, at from contract_acceptances where user_id = $1 order by id`);
/** Omits name, account and text of another payer, which are that person's data. */
const TRANSFERS = statement(`
  select m.order_id, l.booked_on::text as booked_on, m.cents, l.currency, m.usd_cents, m.payer_differs as paid_by_somebody_else,
    case when not m.payer_differs then l.counterparty end as payer,
    case when not m.payer_differs then l.counterparty_account end as payer_account,
    case when not m.payer_differs then l.text end as text
  from live_line_matches m join statement_lines l on l.id = m.line_id join orders o on o.id = m.order_id
  where o.user_id = $1 order by l.booked_on, l.id`);

type Rows = Promise<Record<string, unknown>[]>;

/** Returns the orders of a buyer with their plan, moves, receipts, charges and documents, for the export of personal data. */
export const ordersToExport = (db: Queryable, userId: number): Rows => rowsOf(db, ORDERS, [userId]);

/** Returns the cars that a user has sold or rented out in orders, for the export of personal data. */
export const salesToExport = (db: Queryable, userId: number): Rows => rowsOf(db, SALES, [userId]);

/** Returns the sales contracts that a user accepted, for the export of personal data. */
export const contractsToExport = (db: Queryable, userId: number): Rows => rowsOf(db, CONTRACTS, [userId]);

/** Returns the lines of bank statements that paid orders of a buyer, for the export of personal data. */
export const transfersToExport = (db: Queryable, userId: number): Rows => rowsOf(db, TRANSFERS, [userId]);

/** Erases nothing: the law requires these rows, and they name only the anonymized user. */
export async function keepForTheBooks(): Promise<void> {}
