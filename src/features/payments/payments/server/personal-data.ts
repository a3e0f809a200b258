import { eraseBuyingFor } from '#features/payments/destinations/server/destination-store.ts';
import { AppError } from '#lib/app-error.ts';
import { execute, type Queryable, query, queryAny } from '#lib/server/database/postgres.ts';

/**
 * Returns all payments of a user with our refunds and those made at the provider. `refunded_cents` sums completed
 * refunds only.
 */
export const paymentsToExport = query<Record<string, unknown>, [userId: number]>(`
  select p.transaction_id, p.listing_id, p.offer, p.total_cents, p.amount_cents, p.currency, p.start_day::text, p.end_day::text, p.method,
    p.card_brand, p.card_last4, p.contact_email, p.state, p.created_at, p.captured_at, given.refunded_cents, given.refunds,
    case when d.payment_id is not null then json_build_object('country', d.country, 'port', d.quote -> 'landed' -> 'journey' -> 'port',
      'buyer', d.quote -> 'at' -> 'buyer', 'light', d.light, 'shown_light', d.shown_light, 'assessed_on', d.assessed_on,
      'landed_cents', d.quote -> 'landed' -> 'total', 'buying_for', d.buying_for, 'buying_for_country', d.buying_for_country) end as destination
  from payments p left join payment_destinations d on d.payment_id = p.id and d.listing_id = p.listing_id, lateral (
    select coalesce(sum(amount_cents) filter (where state = 'done'), 0) as refunded_cents,
      coalesce(json_agg(r order by r.asked_at), '[]') as refunds
    from (
      select amount_cents, case when done_at is not null then 'done' when failed_at is not null then 'failed' else 'pending' end as state,
        created_at as asked_at
      from refunds where payment_id = p.id
      union all
      select amount_cents, case when failed_at is null then 'done' else 'failed' end, heard_at
      from provider_refunds where payment_id = p.id
    ) r
  ) given
  where p.user_id = $1 order by p.id`);

const hasRunningPayment = queryAny<[userId: number]>(`
  select 1 from payments where user_id = $1 and state in ('created', 'authorised', 'capturing') limit 1`);

const erasePayer = execute<[userId: number]>(`
  update payments set contact_email = '', card_brand = null, card_last4 = null where user_id = $1`);

/**
 * Erases contact address, card and for whom cars were bought from the user's payments, which stay in the ledger. Throws while a payment is
 * running.
 */
export async function detachPayments(db: Queryable, userId: number): Promise<void> {
  if (await hasRunningPayment(db, userId))
    throw new AppError('conflict', 'a running payment', { messageKey: 'payment.keepsAccount' });
  await erasePayer(db, userId);
  await eraseBuyingFor(db, userId);
}
