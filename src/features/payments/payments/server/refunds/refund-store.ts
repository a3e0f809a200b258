import type { RefundStep } from '#features/payments/payments/model/payment.ts';
import type { OrderRefund } from '#features/payments/payments/model/payment-contract.ts';
import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import {
  execute,
  type Queryable,
  query,
  queryAny,
  queryColumn,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Refunds } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

/**
 * A refund of ours. `attempt`: its number within the payment, which identifies it at the provider. `failure`: the provider's reason, null if it
 * did not fail.
 */
export type Refund = {
  id: number;
  paymentId: number;
  amountCents: number;
  attempt: number;
  reason: string;
  askedAt: Date;
  done: boolean;
  failure: string | null;
};
/** `owedCents`: of refunds that failed, what was neither asked for again nor refunded at the provider since. */
export type PaymentRefunds = { refunds: Refund[]; owedCents: number };
const NO_REFUNDS: PaymentRefunds = { refunds: [], owedCents: 0 };

/** Returns whether a refund was neither sent nor has failed. */
export const isPending = ({ done, failure }: Pick<Refund, 'done' | 'failure'>) => !done && failure === null;
const isSent = ({ done }: Pick<Refund, 'done'>) => done;
const sumOf = (refunds: Refund[]) => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
export const pendingCents = ({ refunds }: PaymentRefunds) => sumOf(refunds.filter(isPending));
export const sentCents = ({ refunds }: PaymentRefunds) => sumOf(refunds.filter(isSent));

export type AskedBy = Refunds['asked_by'];

const COLUMNS = `id, payment_id as "paymentId", amount_cents as "amountCents", attempt, reason, created_at as "askedAt",
  done_at is not null as done, failure`;

/**
 * Cents that failed refunds of a payment still owe: less what was requested or refunded at the provider since, and at most the refundable
 * amount. Money moved to another order does not reduce it.
 */
const owedOf = (payment: string) => `coalesce((
  select greatest(0, least(
    failed.cents - (
      select coalesce(sum(manual.amount_cents), 0) from provider_refunds manual
      where manual.payment_id = ${payment} and manual.failed_at is null and manual.heard_at >= failed.since
        and manual.reference not like 'moved-%'),
    (select paid.amount_cents from payments paid where paid.id = ${payment}) - ${takenOf(payment)}))
  from (
    select sum(amount_cents - repeated_cents) as cents, min(created_at) as since from refunds
    where payment_id = ${payment} and failed_at is not null and repeated_cents < amount_cents
  ) as failed where failed.cents > 0), 0)`;
/** Cents of a payment that were refunded, are to be refunded, or were lost in disputes. */
const takenOf = (payment: string) => `(
  (select coalesce(sum(amount_cents), 0) from refunds where payment_id = ${payment} and failed_at is null)
  + (select coalesce(sum(amount_cents), 0) from provider_refunds where payment_id = ${payment} and failed_at is null)
  + (select coalesce(sum(lost_cents), 0) from provider_disputes where payment_id = ${payment}))`;
/** Condition: part of a failed refund of the payment is still owed. */
export const isOutstanding = (payment: string) =>
  `exists (select 1 from refunds where payment_id = ${payment} and failed_at is not null and repeated_cents < amount_cents)
   and ${owedOf(payment)} > 0`;

const OF_PAYMENTS = statement(
  `select ${COLUMNS} from refunds where payment_id = any($1::bigint[]) order by payment_id, attempt`,
);
const OWED = statement(`
  select p.id as "paymentId", ${owedOf('p.id')} as cents from payments p
  where p.id in (select payment_id from refunds where payment_id = any($1::bigint[]) and failed_at is not null)`);
/** `refunds` itself has one row for each payment; those after it are in `later_refunds`, which reads of `refunds` include. */
const INSERT = statement(`
  with first as (
    insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, approved_by, admin_id, due_at)
    values ($1::bigint, $2::bigint, $3::bigint, $4::text, $5::text, $6::bigint, $7::bigint, now() + make_interval(secs => 15))
    on conflict (payment_id) do nothing returning id
  ), later as (
    insert into later_refunds (payment_id, captured_cents, amount_cents, reason, asked_by, approved_by, admin_id, attempt, due_at)
    select $1, $2, $3, $4, $5, $6, $7, (select max(attempt) + 1 from refunds where payment_id = $1), now() + make_interval(secs => 15)
    where not exists (select 1 from first) returning id
  )
  select id from first union all select id from later`);
/** The oldest failed refunds first. */
const REPEAT = statement(`
  with failed as (
    select id, amount_cents - repeated_cents as cents,
      sum(amount_cents - repeated_cents) over (order by id) - (amount_cents - repeated_cents) as before_cents
    from refunds where payment_id = $1 and failed_at is not null and repeated_cents < amount_cents
  )
  update refunds set repeated_cents = repeated_cents + least(failed.cents, $2 - failed.before_cents)
  from failed where failed.id = refunds.id and failed.before_cents < $2`);

/** Our refunds of a payment that did not arrive, also because they failed. */
const waitingOf = (payment: string) => `(
  (select coalesce(sum(amount_cents), 0) from refunds where payment_id = ${payment} and done_at is null and failed_at is null)
  + ${owedOf(payment)})`;
/** Cash of an order that was not handed over; staff gives it back by hand. */
const cashOf = (order: string) => `(
  select coalesce(sum(a.cents), 0) from allocations a join orders o on o.id = a.order_id
  where a.order_id = ${order} and a.cash_receipt_id is not null and o.life <> 'completed')`;
const waitingOfOrder = (order: string) =>
  `(select coalesce(sum(${waitingOf('p.id')}), 0) from payments p where p.order_id = ${order})`;

type NewRefund = {
  paymentId: number;
  capturedCents: number;
  amountCents: number;
  reason: string;
  askedBy: AskedBy;
  /** Who asks for an administrator's refund. */
  adminId?: number;
  approvedBy?: number;
};
const BY_ONE_PERSON = statement(`
  select greatest(refunded_by_one_person(order_id, id, null), given_back_today($2, null)) as cents from payments where id = $1`);

/**
 * Locks a person of the office, whose acts count together. What they did is read by a later statement, because a statement that waits for the
 * lock does not see what was committed meanwhile.
 */
export async function lockPerson(db: Queryable, adminId: number): Promise<void> {
  await lockPeople(db, [adminId]);
}

/**
 * Locks people of the office in the sequence of their ids, so that colleagues who act on each other's work do not wait for each other in turn. They
 * are locked together, and after cars, orders and payments.
 */
export const lockPeople = execute<[adminIds: number[]]>(
  'select 1 from admins where id = any($1::bigint[]) order by id for no key update',
);

/** Returns what one person may refund of an order, and within a day. */
export const refundLimit = queryNumber(
  'select refund_limit_cents as cents from order_terms order by version desc limit 1',
);

/**
 * Returns whether an administrator's refund needs a second person: its amount counts together with unapproved refunds and cash of the order, or
 * of this administrator within a day. Locks the administrator, so that two refunds wait for each other.
 */
export async function needsSecondPerson(
  db: Queryable,
  { paymentId, adminId, cents }: { paymentId: number; adminId: number; cents: number },
): Promise<boolean> {
  await lockPerson(db, adminId);
  const [before] = await rowsOf<{ cents: number }>(db, BY_ONE_PERSON, [paymentId, adminId]);
  return cents + (before?.cents ?? 0) > (await refundLimit(db));
}

/** Returns the cents that an administrator may still refund alone, of the order of a payment and within a day. */
export async function refundableAlone(db: Queryable, paymentId: number, adminId: number): Promise<number> {
  const [before] = await rowsOf<{ cents: number }>(db, BY_ONE_PERSON, [paymentId, adminId]);
  return Math.max((await refundLimit(db)) - (before?.cents ?? 0), 0);
}

/**
 * Inserts a refund and returns its id. It repeats what failed refunds of the payment still owe, as far as its amount goes. The caller holds
 * the lock of the payment.
 */
export async function insertRefund(db: Queryable, refund: NewRefund): Promise<number> {
  const { paymentId, capturedCents, amountCents, reason, askedBy, approvedBy = null, adminId = null } = refund;
  await rowsOf(db, REPEAT, [paymentId, amountCents]);
  const values = [paymentId, capturedCents, amountCents, reason, askedBy, approvedBy, adminId];
  return (await rowsOf<{ id: number }>(db, INSERT, values))[0]!.id;
}

/** Records that the refunds about to be asked for stand for all failed ones of the payment and its order. */
export const replaceFailedRefunds = execute<[paymentId: number]>(`
  update refunds set repeated_cents = amount_cents
  where failed_at is not null and (payment_id = $1
    or payment_id in (select other.id from payments mine join payments other on other.order_id = mine.order_id where mine.id = $1))`);

/** Returns the cents of a payment that we or the provider refunded or will refund, and those that disputes took. */
export const takenCents = queryNumber<[paymentId: number]>(`select ${takenOf('$1::bigint')} as cents`);

/** Returns what the buyer of a payment is to get back if its order does not go on: our refunds of the order that were not sent, and cash. */
export const outstandingCents = queryNumber<[paymentId: number]>(`
  select (case when mine.order_id is null then ${waitingOf('mine.id')}
    else ${waitingOfOrder('mine.order_id')} + ${cashOf('mine.order_id')} end)::bigint as cents
  from payments mine where mine.id = $1`);

/** Returns our refunds of an order that were asked for and did not arrive, also because they failed. */
export const refundsToSend = queryNumber<[orderId: number]>(`select ${waitingOfOrder('$1')}::bigint as cents`);

/** Returns our refunds of an order that were sent. */
export const refundsSent = queryNumber<[orderId: number]>(`
  select coalesce(sum(r.amount_cents), 0)::bigint as cents from refunds r join payments p on p.id = r.payment_id
  where p.order_id = $1 and r.done_at is not null and r.failed_at is null`);

/** Returns what the buyer is to get back if the order does not go on: our refunds that were not sent, and cash. */
export const outstandingOfOrder = queryNumber<[orderId: number]>(
  `select (${waitingOfOrder('$1')} + ${cashOf('$1')})::bigint as cents`,
);

export const findRefund = queryFirst<Refund, [id: number]>(`select ${COLUMNS} from refunds where id = $1`);

/** Returns our own refunds of a payment, not those made at the provider, the oldest first. */
export async function refundsOfPayment(db: Queryable, paymentId: number): Promise<PaymentRefunds> {
  return (await refundsByPayment(db, [paymentId])).get(paymentId) ?? NO_REFUNDS;
}

/** Returns our own refunds by payment id. */
export async function refundsByPayment(db: Queryable, paymentIds: number[]): Promise<Map<number, PaymentRefunds>> {
  const found = new Map<number, PaymentRefunds>();
  for (const refund of await rowsOf<Refund>(db, OF_PAYMENTS, [paymentIds])) {
    const before = found.get(refund.paymentId) ?? NO_REFUNDS;
    found.set(refund.paymentId, { ...before, refunds: [...before.refunds, refund] });
  }
  for (const { paymentId, cents } of await rowsOf<{ paymentId: number; cents: number }>(db, OWED, [paymentIds])) {
    found.set(paymentId, { ...(found.get(paymentId) ?? NO_REFUNDS), owedCents: cents });
  }
  return found;
}

/** Marks a refund as sent to the provider or the bank. Returns false if it has ended. The caller holds the lock of the order. */
export const recordRefundAsked = queryAny<[id: number]>(`
  update refunds set asked_at = coalesce(asked_at, now()) where id = $1 and done_at is null and failed_at is null returning id`);

/** Returns whether the order of a payment is not canceled. */
export const isOrderLive = queryAny<[paymentId: number]>(`
  select 1 from payments p join orders o on o.id = p.order_id where p.id = $1 and o.life in ('held', 'active')`);

/** Marks a refund as sent. Returns false if it was recorded before. */
export const recordRefunded = queryAny<[id: number]>(`
  update refunds set done_at = now() where id = $1 and done_at is null and failed_at is null returning id`);

/** Marks a refund as failed. Returns false if it was recorded before. */
export const recordRefundFailed = queryAny<[id: number, failure: string]>(`
  update refunds set done_at = null, failed_at = now(), failure = left($2, 100) where id = $1 and failed_at is null returning id`);

/** Postpones the next check of a refund that the provider has accepted but not decided. */
export const scheduleRefund = execute<[id: number]>(
  `update refunds set due_at = now() + interval '1 hour' where id = $1 and done_at is null`,
);

/** Leases up to 20 due refunds for `leaseS` seconds, and returns their ids. */
export const claimDueRefunds = queryColumn<number, [leaseS: number]>(`
  update refunds set due_at = now() + make_interval(secs => $1::float8)
  where id in (
    select r.id from refunds r where done_at is null and failed_at is null and due_at <= now() and ${isNotResting('refunds', 'r.id')}
      and not exists (select 1 from payments p join watch_hits h on h.order_id = p.order_id and h.cleared_at is null
        where p.id = r.payment_id)
      and not exists (select 1 from payments p join order_freezes f on f.order_id = p.order_id and f.ended_at is null
        where p.id = r.payment_id)
      and not exists (select 1 from payments p where p.id = r.payment_id and awaits_car(p.order_id))
    order by due_at limit 20 for update skip locked
  ) returning id`);

/** Ends leases of `leaseS` seconds on refunds, unless due_at was set to another time meanwhile. */
export const handBackRefunds = execute<[ids: number[], leaseS: number]>(`
  update refunds set due_at = now()
  where id = any($1::bigint[]) and due_at between now() and now() + make_interval(secs => $2::float8)`);

type Row = {
  id: number;
  amountCents: number;
  byTransfer: boolean;
  step: RefundStep;
  askedAt: Date;
  readyAt: Date;
  accountAt: Date | null;
  account: string | null;
  sentAt: Date | null;
  reference: string | null;
  isRepeated: boolean;
  toPayer: boolean;
};
/** `to_payer`: it went to the account that the transfer came from. */
type SentRefund = OrderRefund & { to_payer: boolean };

const SELECT = `
  select refund_id as id, amount_cents as "amountCents", by_transfer as "byTransfer", step, asked_at as "askedAt", ready_at as "readyAt",
    account_at as "accountAt", account, sent_at as "sentAt", reference,
    failed_at is not null and repeated_cents >= amount_cents as "isRepeated", to_payer as "toPayer"
  from refund_steps`;

const NEWEST = statement(`
  ${SELECT} where payment_id = $1 and step = $2 order by coalesce(failed_at, done_at) desc, refund_id desc limit 1`);

/** Returns all refunds of an order, the oldest first. */
export const refundsOfOrder = query<OrderRefund, [orderId: number]>(
  `${SELECT} where order_id = $1 order by asked_at, refund_id`,
  toRefund,
);

/** Returns all refunds of a payment, the oldest first. */
export const refundStepsOf = query<OrderRefund, [paymentId: number]>(
  `${SELECT} where payment_id = $1 order by asked_at, refund_id`,
  toRefund,
);

/** Returns the refund of a payment that was sent or failed last. */
export async function newestRefundOf(
  db: Queryable,
  paymentId: number,
  step: 'sent' | 'failed',
): Promise<SentRefund | null> {
  const row = (await rowsOf<Row>(db, NEWEST, [paymentId, step]))[0];
  return row ? { ...toRefund(row), to_payer: row.toPayer } : null;
}

function toRefund(row: Row): OrderRefund {
  const { id, amountCents, byTransfer, step, askedAt, readyAt, accountAt, account, sentAt, reference } = row;
  return {
    id,
    amount_cents: amountCents,
    by_transfer: byTransfer,
    step,
    asked_at: askedAt.toISOString(),
    ready_at: step === 'ready' ? readyAt.toISOString() : null,
    account_at: step === 'account_waits' ? (accountAt?.toISOString() ?? null) : null,
    account_end: account ? accountEnd(account) : null,
    sent_at: sentAt?.toISOString() ?? null,
    reference,
    is_repeated: row.isRepeated,
  };
}
