import {
  execute,
  type Queryable,
  queryAny,
  queryColumn,
  queryNumber,
  queryValue,
} from '#lib/server/database/postgres.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

/** How often the provider is polled for refunds of a payment. */
export const POLL_INTERVAL = '1 day';
/** Polling stops this long after the last capture or refund activity. */
const POLL_UNTIL = '30 days';

/** Stores a refund made at the provider. Returns false if it is known already. */
export const insertProviderRefund = queryAny<[reference: string, paymentId: number, cents: number]>(`
  insert into provider_refunds (reference, payment_id, amount_cents) values ($1, $2, $3)
  on conflict (reference) do nothing returning reference`);

/** Marks a provider refund as failed. Returns false if it is unknown or was marked before. */
export const recordProviderRefundFailed = queryAny<[reference: string]>(
  'update provider_refunds set failed_at = now() where reference = $1 and failed_at is null returning reference',
);

/** Returns the cents refunded at the provider, without failed refunds. */
export const refundedAtProvider = queryNumber<[paymentId: number]>(`
  select coalesce(sum(amount_cents), 0) as cents from provider_refunds where payment_id = $1 and failed_at is null`);

/** Returns whether the provider refunded the whole payment. */
export async function isFullyRefundedAtProvider(db: Queryable, payment: { id: number; amountCents: number }) {
  return (await refundedAtProvider(db, payment.id)) >= payment.amountCents;
}

/** Leases up to 20 payments whose refund sync is due, by webhook or by schedule, for `leaseS` seconds. */
export const claimDueRefundSyncs = queryColumn<number, [leaseS: number]>(`
  update payments set refunds_due_at = now() + make_interval(secs => $1::float8)
  where id in (
    select id from payments where refunds_due_at <= now() and ${isNotResting('refund checks', 'id')}
    order by refunds_due_at limit 20 for update skip locked
  ) returning id`);

/** Ends leases of `leaseS` seconds on payments whose refunds are due, unless refunds_due_at was set to another time meanwhile. */
export const handBackRefundSyncs = execute<[ids: number[], leaseS: number]>(`
  update payments set refunds_due_at = now()
  where id = any($1::bigint[]) and refunds_due_at between now() and now() + make_interval(secs => $2::float8)`);

/** Returns the due time as exact text. `recordRefundSync` compares it to detect newer messages. */
export const refundSyncDueAt = queryValue<string, [paymentId: number]>(
  'select refunds_due_at::text as due_at from payments where id = $1',
);

/**
 * Schedules the next refund sync in one day, or none after 30 days without activity. No-op if a message arrived since
 * `dueAt` was read.
 */
export const recordRefundSync = execute<[paymentId: number, dueAt: string | null]>(`
  update payments set refunds_due_at = case when greatest(
    captured_at,
    (select max(greatest(created_at, done_at, failed_at)) from refunds where payment_id = $1),
    (select max(greatest(heard_at, failed_at)) from provider_refunds where payment_id = $1)
  ) > now() - interval '${POLL_UNTIL}' then now() + interval '${POLL_INTERVAL}' end
  where id = $1 and refunds_due_at = $2::timestamptz`);
