import type pg from 'pg';
import { actingAdmin, audit } from '#features/people/audit/server/audit.ts';
import { isPermitted, type Permission } from '#features/people/sessions/model/roles.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import {
  APPROVAL_LIFE_S,
  problemOfApprover,
  problemOfProposer,
  problemOfSecondPerson,
  stateOfApproval,
} from '../model/approval.ts';
import {
  type ApprovalRow,
  cancelAllOf,
  findApprovals,
  findDeciders,
  hashOfProposal,
  insertApproval,
  lockApproval,
  recordApproval,
  recordCancellation,
} from './approval-store.ts';

type Decision = { proposerId: number; approverId: number; origin: Origin };

/** A change that needs a second person. Features register theirs in src/app/api/api-routes.ts. */
export type ApprovalKind = {
  /** Stored with each proposal, so it must not change. */
  kind: string;
  /** Both people need it. */
  permission: Permission;
  /** The change in a sentence, for the second person. */
  summary(payload: unknown, t: Translator): string;
  /**
   * Makes the change in the transaction of the approval. Throws `conflict` if the basis of the proposal has changed.
   */
  execute(db: Queryable, payload: unknown, decision: Decision): Promise<void>;
};

export type ApprovalDeps = { pool: pg.Pool; kinds: ApprovalKind[] };

/** Proposes a change in the caller's transaction. Refuses a proposal that is already open, and throws if the person may not propose. */
export async function propose(
  db: Queryable,
  { kind }: ApprovalKind,
  payload: object,
  admin: Pick<SignedInAdmin, 'id'>,
  origin: Origin,
): Promise<Outcome> {
  const proposer = (await findDeciders(db, [admin.id])).get(admin.id);
  const problem = proposer ? problemOfProposer(proposer) : 'admin.approvals.disabled';
  if (problem) throw new AppError('conflict', `may not propose a ${kind}`, { messageKey: problem });
  const proposal = { kind, payload: JSON.stringify(payload), proposerId: admin.id, lifeS: APPROVAL_LIFE_S };
  const id = await insertApproval(db, proposal);
  if (id === null) return refused('admin.approvals.alreadyOpen');
  await auditApproval(db, admin, id, 'approval proposed', kind, origin);
  return done('admin.approvals.proposed');
}

/** Cancels the open proposals of a person who has lost the right to propose. */
export function cancelProposalsOf(db: Queryable, proposerId: number, admin: SignedInAdmin): Promise<void> {
  return cancelAllOf(db, proposerId, admin.id);
}

/** Returns, by the id of each of these people, why this person may not be the second one for what they did; null if they may. */
export async function problemsOfSecondPerson(
  db: Queryable,
  adminId: number,
  firstIds: number[],
): Promise<Map<number, MessageKey | null>> {
  const deciders = await findDeciders(db, [adminId, ...firstIds]);
  const second = deciders.get(adminId)!;
  return new Map(firstIds.map((id) => [id, problemOfSecondPerson(second, deciders.get(id)!)]));
}

const LISTED = 100;

/** @property problem why the caller may not approve an open proposal */
export type ListedApproval = ApprovalRow & { summary: string; problem: MessageKey | null };

export async function listApprovals(
  { pool, kinds }: ApprovalDeps,
  admin: SignedInAdmin,
  t: Translator,
): Promise<ListedApproval[]> {
  const rows = await findApprovals(pool, LISTED);
  const deciders = await findDeciders(pool, [admin.id, ...rows.map(({ proposerId }) => proposerId)]);
  return rows.flatMap((row) => {
    const kind = kinds.find((each) => each.kind === row.kind);
    if (!kind || !isPermitted(admin.role, kind.permission)) return [];
    const problem = problemOfApprover(deciders.get(admin.id)!, deciders.get(row.proposerId)!);
    return [{ ...row, summary: kind.summary(JSON.parse(row.payload), t), problem }];
  });
}

/** Approves the proposal that has this hash and makes its change, in one transaction. */
export async function approve(
  deps: ApprovalDeps,
  admin: SignedInAdmin,
  { id, hash }: { id: number; hash: string },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(deps.pool, async (db) => {
    const { row, kind } = await openProposal(db, deps, admin, id);
    const deciders = await findDeciders(db, [admin.id, row.proposerId]);
    const problem = problemOfApprover(deciders.get(admin.id)!, deciders.get(row.proposerId)!);
    if (problem) return refused(problem);
    const hashes = [row.payloadHash, hashOfProposal(row.kind, row.payload)].map((each) => each.toString('hex'));
    if (hashes.some((each) => each !== hash)) throw new AppError('conflict', 'another proposal than the approved one');
    await recordApproval(db, id, admin.id);
    await kind.execute(db, JSON.parse(row.payload), { proposerId: row.proposerId, approverId: admin.id, origin });
    await auditApproval(db, admin, id, 'approval given', row.kind, origin);
    return done('admin.approvals.approved');
  });
}

/** Cancels an open proposal. Everyone with the permission of its kind may, including the proposer. */
export async function cancel(deps: ApprovalDeps, admin: SignedInAdmin, id: number, origin: Origin): Promise<Outcome> {
  return withTransaction(deps.pool, async (db) => {
    const { row } = await openProposal(db, deps, admin, id);
    await recordCancellation(db, id, admin.id);
    await auditApproval(db, admin, id, 'approval canceled', row.kind, origin);
    return done('admin.approvals.canceled');
  });
}

/** Locks a proposal. Throws `not_found` for unknown ids, `not_permitted`, and `conflict` for a closed one. */
async function openProposal(db: Queryable, { kinds }: ApprovalDeps, admin: SignedInAdmin, id: number) {
  const row = await lockApproval(db, id);
  const kind = kinds.find((each) => each.kind === row?.kind);
  if (!row || !kind) throw new AppError('not_found', 'no such proposal');
  if (!isPermitted(admin.role, kind.permission)) throw new AppError('not_permitted', `approves no ${row.kind}`);
  if (stateOfApproval(row) !== 'open')
    throw new AppError('conflict', 'the proposal is closed', { messageKey: 'admin.approvals.closed' });
  return { row, kind };
}

type Action = 'approval proposed' | 'approval given' | 'approval canceled';

function auditApproval(
  db: Queryable,
  { id }: Pick<SignedInAdmin, 'id'>,
  subject: number,
  action: Action,
  kind: string,
  origin: Origin,
) {
  return audit(db, origin, {
    actor: actingAdmin(id),
    action,
    subject: { kind: 'approval', id: subject },
    details: { kind },
  });
}
