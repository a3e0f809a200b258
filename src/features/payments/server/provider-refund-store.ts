import type { Payments } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** How often the provider is asked about the refunds of a payment of which it tells nothing. */
export const POLL_INTERVAL = '1 day';
/** How long after the last that happened to a payment. */
const ASKED_FOR = '30 days';

const INSERT = statement(`
  insert into provider_refunds (reference, payment_id, amount_cents) values ($1, $2, $3)
  on conflict (reference) do nothing returning reference`);
const FAILED = statement(
  'update provider_refunds set failed_at = now() where reference = $1 and failed_at is null returning reference',
);
const GIVEN = statement(`
  select coalesce(sum(amount_cents), 0) as cents from provider_refunds where payment_id = $1 and failed_at is null`);
const TAKE_NEWS = statement(`
  update payments set refunds_due_at = now() + make_interval(secs => $1::float8)
  where id in (
    select id from payments where refunds_due_at <= now() order by refunds_due_at limit 20 for update skip locked
  ) returning id`);
const NEWS = statement('select refunds_due_at::text as news from payments where id = $1');
const HEARD = statement(`
  update payments set refunds_due_at = case when greatest(
    captured_at,
    (select greatest(created_at, done_at, failed_at) from refunds where payment_id = $1),
    (select max(greatest(heard_at, failed_at)) from provider_refunds where payment_id = $1)
  ) > now() - interval '${ASKED_FOR}' then now() + interval '${POLL_INTERVAL}' end
  where id = $1 and refunds_due_at = $2::timestamptz`);

/** Notes a refund that somebody made at the provider; false when it was noted before. */
export async function insertProviderRefund(
  db: Queryable,
  reference: string,
  paymentId: number,
  cents: number,
): Promise<boolean> {
  return (await rowsOf(db, INSERT, [reference, paymentId, cents])).length > 0;
}

/** Notes that such a refund came back; false when it is not known, or that was noted before. */
export async function recordProviderRefundFailed(db: Queryable, reference: string): Promise<boolean> {
  return (await rowsOf(db, FAILED, [reference])).length > 0;
}

/** What of a payment was given back at the provider. */
export async function refundedAtProvider(db: Queryable, paymentId: number): Promise<number> {
  const [row] = await rowsOf<{ cents: number }>(db, GIVEN, [paymentId]);
  return row?.cents ?? 0;
}

/**
 * Payments about whose refunds there is news, or the provider is to be asked. Nobody else gets them before the lease
 * ends.
 */
export async function claimDueRefundSyncs(db: Queryable, leaseS: number): Promise<number[]> {
  return (await rowsOf<Pick<Payments, 'id'>>(db, TAKE_NEWS, [leaseS])).map(({ id }) => id);
}

/** What tells the news of a payment's refunds from later news; null where there is none. */
export async function refundSyncDueAt(db: Queryable, paymentId: number): Promise<string | null> {
  const [row] = await rowsOf<{ news: string | null }>(db, NEWS, [paymentId]);
  return row?.news ?? null;
}

/** Says that news was heard, and the provider is asked again later. Later news stays to be heard at once. */
export async function recordRefundSync(db: Queryable, paymentId: number, news: string | null): Promise<void> {
  await rowsOf(db, HEARD, [paymentId, news]);
}
