import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { signInAdmin } from '../data/accounts.ts';

const CONTRACT = `
  insert into contract_acceptances (order_id, party, user_id, version, text_hash)
  select o.id, 'buyer', o.user_id, 1, sha256(o.id::text::bytea) from orders o
  where o.id = $1 and not exists (select from contract_acceptances a where a.order_id = o.id and a.party = 'buyer')`;
const CONSIGNEE = `
  insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
  select $1, 'Amina Otieno', 'Mombasa', '', 'KE', '+254700000000', '', false, now(), now(), now()
  where not exists (select from consignees where order_id = $1)`;
const EVENT = `
  insert into shipment_events (id, order_id, step, certainty, happens_at, time_zone, captured_at, actor, actor_id, note, paper, evidence, content_hash)
  select $2::uuid, o.id, $3::text, 'actual', now(), 'UTC', now(), 'admin', 1, '', $4::text, '{}', sha256($3::text::bytea) from orders o
  where o.id = $1 and o.offer = 'Sell' and o.life in ('active', 'completed') and not exists (
    select from shipment_events e where e.order_id = o.id and e.step = $3::text and e.paper is not distinct from $4::text)`;
const PAPERS = ['export_licence', 'deregistration', 'customs_declaration', 'makers_letter'];

const report = (db: Queryable, order: number, step: string, paper: string | null = null) =>
  db.query(EVENT, [order, randomUUID(), step, paper]);

/** Reports all export papers of an order, which loading its cars requires. */
export async function reportPapers(db: Queryable, order: number): Promise<void> {
  for (const paper of PAPERS) await report(db, order, 'export_papers', paper);
}

/** Prepares a sale for completion, except for its money: papers, steps, contract and consignee. Safe to call in parallel. */
export async function readyOrder(pool: pg.Pool, order: number): Promise<void> {
  await withTransaction(pool, async (db) => {
    await db.query('select pg_advisory_xact_lock($1)', [order]);
    await db.query(CONTRACT, [order]);
    await db.query(CONSIGNEE, [order]);
    await reportPapers(db, order);
    await report(db, order, 'loaded');
    await report(db, order, 'released');
  });
}

/** Lets a seller be paid as soon as an order is completed, also while its buyer can open claims. */
export async function payAtOnce(pool: pg.Pool, seller: number): Promise<void> {
  const [one, other] = [await signInAdmin(pool), await signInAdmin(pool)];
  await pool.query(
    `insert into seller_payout_terms (seller_id, days, reason, made_by, approved_by) values ($1, 0, 'A test.', $2, $3)`,
    [seller, one.id, other.id],
  );
}

/** Gives an order, or all orders, the terms from before steps were required. Any step may then be reported at any time. */
export async function allowAnyStep(pool: pg.Pool, order: number | null = null): Promise<void> {
  await pool.query('update orders set terms_version = 3 where terms_version > 3 and ($1::bigint is null or id = $1)', [
    order,
  ]);
}

const LEFT = `
  select case when o.life = 'active' then (
      (select coalesce(sum(q.amount_cents), 0) from payments q where q.order_id = o.id and q.captured_at is not null)
      - (select coalesce(sum(r.amount_cents), 0) from payments q join refunds r on r.payment_id = q.id where q.order_id = o.id and r.failed_at is null)
      - (select coalesce(sum(g.amount_cents), 0) from payments q join provider_refunds g on g.payment_id = q.id
         where q.order_id = o.id and g.failed_at is null)
      - (select coalesce(sum(d.lost_cents), 0) from payments q join provider_disputes d on d.payment_id = q.id where q.order_id = o.id)
    ) else 0 end as cents
  from payments p join orders o on o.id = p.order_id where p.id = $1`;

/** Returns the amount that a refund of `dollars` keeps, which an administrator has to name if the refund ends a booking. In dollars. */
export async function keptBy(pool: pg.Pool, payment: number, dollars: number | undefined): Promise<{ keeps?: number }> {
  if (dollars === undefined) return {};
  const { rows } = await pool.query<{ cents: number }>(LEFT, [payment]);
  const cents = Number(rows[0]?.cents ?? 0) - Math.round(dollars * 100);
  return cents > 0 ? { keeps: cents / 100 } : {};
}

/** Gives a rental an accepted driver's license. */
export async function acceptLicense(pool: pg.Pool, order: number): Promise<void> {
  await pool.query(
    `insert into rental_drivers (order_id, born_on, valid_until, format, content, is_accepted, checked_at, checked_by)
     select $1, '1990-01-01', '2099-01-01', 'pdf', '%PDF', true, now(), min(id) from admins`,
    [order],
  );
}
