import type { DirectedRange, RowCount } from '#lib/contract-parts.ts';
import { amountOf } from '#lib/money.ts';
import type { Cursor } from '#lib/server/database/batches.ts';
import {
  type Conditions,
  countRows,
  MAX_COUNTED_RESULTS,
  orderSql,
  type SortDirection,
} from '#lib/server/database/list-sql.ts';
import { type Columns, type Queryable, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Payments } from '#lib/server/database/rows.ts';
import type { PaymentFilter, SaleFacts } from '../../model/admin-payment-contract.ts';
import { type ListedPayment, type RentalPeriod, statesDisplayedAs } from '../../model/payment.ts';
import { type PaymentSort, readTradeSearch } from '../../model/payment-search.ts';
import { isOutstanding } from '../../server/refunds/refund-store.ts';

/** Selects the ids of users whose name, email or mobile number contains a pattern, by the index of these words. */
export const usersLike = (pattern: string) => `
  select id from users where deleted_at is null and lower(name || ' ' || email || ' ' || coalesce(mobile, '')) like ${pattern}`;

/** Selects the ids of cars with a VIN, deleted ones too. The two parts have an index each. */
export const carsOfVin = (vin: string) => `
  select id from listings where vin = ${vin} and deleted_at is null
  union all select id from listings where vin = ${vin} and deleted_at is not null`;

const FACTS = statement(`
  select p.id, p.order_id, u.name, u.email, l.make, l.model, l.year, m.received_cents,
    case when o.life in ('held', 'active') then greatest(m.owed_cents - m.received_cents - m.shortfall_cents, 0) else 0 end as due_cents
  from payments p
    join users u on u.id = p.user_id
    left join orders o on o.id = p.order_id
    left join order_money m on m.order_id = o.id
    left join lateral (select c.listing_id from order_cars c where c.order_id = p.order_id order by 1 limit 1) as car on true
    left join listings l on l.id = coalesce(p.listing_id, car.listing_id)
  where p.id = any($1::bigint[])`);

type FactsRow = {
  id: number;
  order_id: number | null;
  name: string;
  email: string;
  make: string | null;
  model: string | null;
  year: number | null;
  received_cents: number | null;
  due_cents: number;
};

/** Returns buyer, car and the money of the order of several payments, by payment id. */
export async function saleFactsOf(db: Queryable, paymentIds: number[]): Promise<Map<number, SaleFacts>> {
  const rows = await rowsOf<FactsRow>(db, FACTS, [paymentIds]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        car: row.make === null ? null : `${row.year} ${row.make} ${row.model}`,
        buyer: { name: row.name, email: row.email },
        order_id: row.order_id,
        received: amountOf(row.received_cents ?? 0),
        due: amountOf(row.due_cents),
      },
    ]),
  );
}

const REFUND_FAILED = `(${isOutstanding('payments.id')})`;
const COLUMNS = `id, transaction_id as "transactionId", user_id as "userId", listing_id as "listingId",
  amount_cents as "amountCents", method, state, created_at as "createdAt", ${REFUND_FAILED} as "refundFailed"`;
const SORT_COLUMN: Record<PaymentSort, string> = { date: 'created_at', amount: 'amount_cents' };

type ListedRow = Columns<
  Payments,
  'id' | 'transaction_id' | 'user_id' | 'listing_id' | 'amount_cents' | 'method' | 'state' | 'created_at'
> & { refundFailed: boolean };

type Slice = DirectedRange & { sort: PaymentSort; order: SortDirection };

/** Returns a slice of the filtered payments. Rows are read only for that slice. */
export async function findAdminPayments(
  db: Queryable,
  filter: PaymentFilter,
  { sort, order, limit, offset, backwards }: Slice,
): Promise<ListedPayment[]> {
  const { where, values } = conditions(filter);
  const column = SORT_COLUMN[sort];
  const { rows } = await db.query<ListedRow>(
    `with page as (
       select id from payments where ${where}
       order by ${orderSql(column, order, { backwards })} limit $${values.length + 1} offset $${values.length + 2}
     )
     select ${COLUMNS} from page join payments using (id) order by ${orderSql(column, order, { from: 'payments.' })}`,
    [...values, limit, offset],
  );
  return rows;
}

export function countAdminPayments(db: Queryable, filter: PaymentFilter): Promise<RowCount> {
  return countRows(db, 'payments', conditions(filter), filter.search ? MAX_COUNTED_RESULTS : undefined);
}

/** A row of the payment export. */
export type PaymentEntry = Cursor &
  Pick<
    Payments,
    | 'transaction_id'
    | 'user_id'
    | 'listing_id'
    | 'amount_cents'
    | 'currency'
    | 'method'
    | 'card_brand'
    | 'card_last4'
    | 'state'
  > & { refunded_cents: number | null };

/** Returns the filtered payments after a cursor, oldest first. */
export async function adminPaymentsAfter(
  db: Queryable,
  filter: PaymentFilter,
  after: Cursor,
  max: number,
): Promise<PaymentEntry[]> {
  const { where, values } = conditions(filter);
  const [at, id, limit] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const { rows } = await db.query<PaymentEntry>(
    `with p as (
       select id, created_at, transaction_id, user_id, listing_id, amount_cents, currency, method, card_brand, card_last4, state
       from payments where ${where} and (created_at, id) > (${at}::timestamptz, ${id}::bigint)
       order by created_at, id limit ${limit}
     )
     select p.created_at::text as at, p.id, p.transaction_id, p.user_id, p.listing_id, p.amount_cents, p.currency, p.method, p.card_brand,
       p.card_last4, p.state, nullif((
         select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id and r.done_at is not null
       ) + (
         select coalesce(sum(g.amount_cents), 0) from provider_refunds g where g.payment_id = p.id and g.failed_at is null
       ), 0) as refunded_cents
     from p order by p.created_at, p.id`,
    [...values, after.at, after.id, max],
  );
  return rows;
}

function conditions({ status, refund, from, to, minAmount, maxAmount, search }: PaymentFilter): Conditions {
  const values: unknown[] = [];
  const where = ['deleted_at is null'];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  add(status && statesDisplayedAs(status), (states) => `state = any(${states})`);
  if (refund === 'failed') where.push(REFUND_FAILED);
  add(from, (day) => `created_at >= ${day}`);
  add(to, (day) => `created_at < ${day}`);
  add(minAmount, (cents) => `amount_cents >= ${cents}`);
  add(maxAmount, (cents) => `amount_cents <= ${cents}`);
  if (search) {
    const { sql, found } = paymentsLike(search);
    for (const value of found) values.push(value);
    where.push(sql(found.map((_, index) => `$${values.length - found.length + index + 1}`)));
  }
  return { where: where.join(' and '), values };
}

/** The condition of payments that a search text names, by the places of its values. */
function paymentsLike(text: string): { sql: (places: string[]) => string; found: unknown[] } {
  const search = readTradeSearch(text);
  switch (search.by) {
    case 'id':
      return { sql: ([id]) => `(user_id = ${id} or listing_id = ${id})`, found: [search.id] };
    case 'order':
      return { sql: ([id]) => `order_id = ${id}`, found: [search.id] };
    case 'reference':
      return {
        sql: ([name]) => `order_id = (select id from orders where reference = ${name})`,
        found: [search.reference],
      };
    case 'transaction':
      return { sql: ([pattern]) => `transaction_id like ${pattern}`, found: [search.pattern] };
    case 'words':
      return {
        sql: ([pattern = '', vin = '']) => `id in (
          select id from payments where user_id in (${usersLike(pattern)})
          union all select id from payments where listing_id in (${carsOfVin(vin)})
          union all select p.id from order_cars c join payments p on p.order_id = c.order_id where c.listing_id in (${carsOfVin(vin)}))`,
        found: [search.pattern, search.vin],
      };
  }
}

/** Counts the payments whose refund failed and is still owed. */
export const countFailedRefunds = queryNumber(`
  select count(*) as total from payments
  where id in (select payment_id from refunds where failed_at is not null and repeated_cents < amount_cents)
    and deleted_at is null and ${REFUND_FAILED}`);

const HIDE = statement('update payments set deleted_at = now() where id = $1 and deleted_at is null returning id');
const SHOW = statement('update payments set deleted_at = null where id = $1 and deleted_at is not null returning id');

/** Hides a payment from the back office's list or shows it again; returns whether anything changed. */
export async function setPaymentHidden(db: Queryable, id: number, hidden: boolean): Promise<boolean> {
  return (await rowsOf(db, hidden ? HIDE : SHOW, [id])).length > 0;
}

const IS_HIDDEN = statement('select deleted_at is not null as hidden from payments where id = $1');

export async function isPaymentHidden(db: Queryable, id: number): Promise<boolean> {
  const [row] = await rowsOf<{ hidden: boolean }>(db, IS_HIDDEN, [id]);
  return row?.hidden ?? true;
}

const SET_PERIOD = statement('update payments set start_day = $2, end_day = $3, changed_at = now() where id = $1');

export async function setPeriod(db: Queryable, id: number, { startDay, endDay }: RentalPeriod): Promise<void> {
  await rowsOf(db, SET_PERIOD, [id, startDay, endDay]);
}
