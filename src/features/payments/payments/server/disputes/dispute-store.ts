import type { GatewayDispute } from '#features/payments/gateways/model/charge.ts';
import {
  execute,
  type Queryable,
  query,
  queryColumn,
  queryNumber,
  queryValue,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { ProviderDisputes } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

export type Dispute = Pick<ProviderDisputes, 'id' | 'state'> & { isNew: boolean };

/**
 * Messages may be lost, so an open dispute is queried once a day and after its deadline for evidence, and a won one for 30 days or until the
 * money is back.
 */
const ASK_AGAIN = statement(`
  update payments set disputes_due_at = (
    select min(least(now() + interval '1 day', case when d.closed_at is null and d.evidence_due_at > now() then d.evidence_due_at end))
    from provider_disputes d where d.payment_id = $1 and (d.closed_at is null or (d.state = 'won' and d.closed_at > now() - interval '30 days'
      and (select sum(m.cents) from dispute_movements m where m.dispute_id = d.id) < 0)))
  where id = $1 and disputes_due_at = $2::timestamptz`);
const KEEP = statement(`
  insert into provider_disputes (reference, payment_id, state, cents, evidence_due_at)
  values ($1, $2, case when $3 in ('won', 'lost') then 'open' else $3 end, $4, $5)
  on conflict (reference) do update set evidence_due_at = coalesce(excluded.evidence_due_at, provider_disputes.evidence_due_at)
  returning id, state, xmax = 0 as "isNew"`);
const ADD_MOVEMENT = statement(`
  insert into dispute_movements (reference, dispute_id, cents, fee_cents) values ($1, $2, $3, $4)
  on conflict (reference) do nothing returning reference`);
const MOVE = statement(`
  update provider_disputes set state = $3, lost_cents = $4, closed_at = case when $3 in ('won', 'lost') then now() end
  where id = $1 and state = $2`);

/** Leases up to 20 payments whose disputes are to be asked for, for `leaseS` seconds. */
export const claimDueDisputes = queryColumn<number, [leaseS: number]>(`
  update payments set disputes_due_at = now() + make_interval(secs => $1::float8)
  where id in (
    select id from payments where disputes_due_at <= now() and ${isNotResting('disputes', 'id')}
    order by disputes_due_at limit 20 for update skip locked
  ) returning id`);

/** Ends leases of `leaseS` seconds on payments whose disputes are due, unless disputes_due_at was set to another time meanwhile. */
export const handBackDisputes = execute<[ids: number[], leaseS: number]>(`
  update payments set disputes_due_at = now()
  where id = any($1::bigint[]) and disputes_due_at between now() and now() + make_interval(secs => $2::float8)`);

/** Returns the due time as exact text. `askAgain` compares it to detect newer messages. */
export const disputesDueAt = queryValue<string, [paymentId: number]>(
  'select disputes_due_at::text as "dueAt" from payments where id = $1',
);

/** Schedules the next question about disputes. No-op if a message arrived since `dueAt` was read. */
export async function askAgain(db: Queryable, paymentId: number, dueAt: string | null): Promise<void> {
  await rowsOf(db, ASK_AGAIN, [paymentId, dueAt]);
}

/** Stores a dispute unless it is known, and returns it. One that has ended already begins as open. */
export async function keepDispute(db: Queryable, paymentId: number, dispute: GatewayDispute): Promise<Dispute> {
  const { reference, state, cents, evidenceDueAt } = dispute;
  return (await rowsOf<Dispute>(db, KEEP, [reference, paymentId, state, cents, evidenceDueAt]))[0]!;
}

/** Stores a movement. Returns false if it is known already. */
export async function insertMovement(
  db: Queryable,
  disputeId: number,
  { reference, cents, feeCents }: GatewayDispute['movements'][number],
): Promise<boolean> {
  return (await rowsOf(db, ADD_MOVEMENT, [reference, disputeId, cents, feeCents])).length > 0;
}

export async function moveDispute(
  db: Queryable,
  { id, state }: Dispute,
  to: Dispute['state'],
  lostCents: number,
): Promise<void> {
  await rowsOf(db, MOVE, [id, state, to, lostCents]);
}

/** Adds what was withdrawn after a dispute was lost. */
export const addLoss = execute<[disputeId: number, cents: number]>(
  'update provider_disputes set lost_cents = lost_cents + $2 where id = $1',
);

/** Returns what the provider holds of us because of a dispute, without fees. */
export const withdrawnCents = queryNumber<[disputeId: number]>(`
  select coalesce(-sum(cents), 0) as cents from dispute_movements where dispute_id = $1`);

type OrderDispute = {
  id: number;
  paymentId: number;
  state: Dispute['state'];
  cents: number;
  lostCents: number;
  heardAt: Date;
  closedAt: Date | null;
  evidenceDueAt: Date | null;
};

/** Returns the disputes of an order's payments, the oldest first. */
export const disputesOfOrder = query<OrderDispute, [orderId: number]>(`
  select d.id, d.payment_id as "paymentId", d.state, d.cents, d.lost_cents as "lostCents", d.heard_at as "heardAt", d.closed_at as "closedAt",
    d.evidence_due_at as "evidenceDueAt"
  from provider_disputes d join payments p on p.id = d.payment_id where p.order_id = $1 order by d.id`);
