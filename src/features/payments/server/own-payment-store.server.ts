import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

const EXPORT = statement(`
  select p.transaction_id, p.listing_id, p.offer, p.total_cents, p.amount_cents, p.currency, p.start_day::text, p.end_day::text, p.method,
    p.card_brand, p.card_last4, p.contact_email, p.state, p.created_at, p.captured_at, r.amount_cents as refunded_cents, r.done_at as refunded_at
  from payments p left join refunds r on r.payment_id = p.id where p.user_id = $1 order by p.id`);

export function paymentsToExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return rowsOf(db, EXPORT, [userId]);
}

const RUNNING = statement(`
  select 1 from payments where user_id = $1 and state in ('created', 'authorised', 'capturing') limit 1`);

export async function hasRunningPayment(db: Queryable, userId: number): Promise<boolean> {
  return (await rowsOf(db, RUNNING, [userId])).length > 0;
}

const FORGET = statement(`
  update payments set contact_email = '', card_brand = null, card_last4 = null where user_id = $1`);

export async function forgetPayer(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, FORGET, [userId]);
}
