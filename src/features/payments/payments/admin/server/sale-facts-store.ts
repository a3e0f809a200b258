import { amountOf } from '#lib/money.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { SaleFacts } from '../../model/sale-facts-contract.ts';

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
