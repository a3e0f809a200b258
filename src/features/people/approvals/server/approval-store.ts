import { createHash } from 'node:crypto';
import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Approvals } from '#lib/server/database/rows.ts';
import type { Decider } from '../model/approval.ts';

export type ApprovalRow = Columns<
  Approvals,
  | 'id'
  | 'kind'
  | 'payload'
  | 'payload_hash'
  | 'proposer_id'
  | 'proposed_at'
  | 'expires_at'
  | 'approver_id'
  | 'approved_at'
  | 'canceled_at'
> & { expired: boolean; proposerName: string; approverName: string | null };

const SELECT = `
  select a.id, a.kind, a.payload, a.payload_hash as "payloadHash", a.proposer_id as "proposerId",
    a.proposed_at as "proposedAt", a.expires_at as "expiresAt", a.approver_id as "approverId",
    a.approved_at as "approvedAt", a.canceled_at as "canceledAt", a.expires_at <= now() as expired,
    p.name as "proposerName", s.name as "approverName"
  from approvals a join admins p on p.id = a.proposer_id left join admins s on s.id = a.approver_id`;

/** Returns open proposals first, then the latest. */
export const findApprovals = query<ApprovalRow, [limit: number]>(`${SELECT}
  order by (a.approved_at is null and a.canceled_at is null and a.expires_at > now()) desc, a.id desc limit $1`);

/** Returns the first proposal of a kind that waits for a second person; null if there is none. */
export const openProposal = queryFirst<ApprovalRow, [kind: string]>(`${SELECT}
  where a.kind = $1 and a.approved_at is null and a.canceled_at is null and a.expires_at > now() order by a.id limit 1`);

/** Locks a proposal until the transaction ends. */
export const lockApproval = queryFirst<ApprovalRow, [id: number]>(`${SELECT} where a.id = $1 for update of a`);

/** Hashes a proposal like the constraint of the table does. */
export function hashOfProposal(kind: string, payload: string): Buffer {
  return createHash('sha256').update(`${kind}\n${payload}`).digest();
}

const REPLACE_EXPIRED = statement(`
  update approvals set canceled_at = now()
  where payload_hash = $1 and approved_at is null and canceled_at is null and expires_at <= now()`);
const INSERT = statement(`
  insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5)) on conflict do nothing returning id`);

type NewProposal = { kind: string; payload: string; proposerId: number; lifeS: number };

/** Returns the id, or null if the same proposal is already open. */
export async function insertApproval(db: Queryable, proposal: NewProposal): Promise<number | null> {
  const { kind, payload, proposerId, lifeS } = proposal;
  const hash = hashOfProposal(kind, payload);
  await rowsOf(db, REPLACE_EXPIRED, [hash]);
  const [row] = await rowsOf<Pick<Approvals, 'id'>>(db, INSERT, [kind, payload, hash, proposerId, lifeS]);
  return row?.id ?? null;
}

const DECIDERS = statement(`
  select a.id, a.disabled_at is null as enabled, a.may_decide_from > now() as waits, a.from_environment as "fromEnvironment",
    (select coalesce(jsonb_agg(g.granted_by), '[]') from admin_access_grants g where g.admin_id = a.id) as "letInBy",
    exists (select 1 from admin_second_factors f where f.admin_id = a.id and f.confirmed_at is not null) as "secondFactor"
  from admins a where a.id = any($1)`);

/** Returns the deciding facts of people by id. */
export async function findDeciders(db: Queryable, ids: readonly number[]): Promise<Map<number, Decider>> {
  const deciders = await rowsOf<Decider>(db, DECIDERS, [ids]);
  return new Map(deciders.map((decider) => [decider.id, decider]));
}

export const recordApproval = execute<[id: number, approverId: number]>(
  'update approvals set approver_id = $2, approved_at = now() where id = $1',
);

export const recordCancellation = execute<[id: number, adminId: number]>(
  'update approvals set canceled_by = $2, canceled_at = now() where id = $1',
);

export const cancelAllOf = execute<[proposerId: number, adminId: number]>(`
  update approvals set canceled_by = $2, canceled_at = now()
  where proposer_id = $1 and approved_at is null and canceled_at is null`);
