import {
  type AuditRow,
  actingAdmin,
  audit,
  changesForAudit,
  findAuditEntries,
  subjectUser,
} from '#features/audit/server/api.ts';
import { done, type Outcome, sessionsOfUser } from '#features/sessions/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Paged, pageOf, rowsBefore } from '#lib/paging.ts';
import { BATCH, inChunks } from '#lib/server/database/batches.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import type { UserStatus } from '../../model/account.ts';
import type { UserFilter, UsersQuery } from '../../model/admin-account-contract.ts';
import { USERS_ON_A_PAGE } from '../../model/user-filters.ts';
import type { AccountDeps } from '../../server/account-deps.ts';
import { mailDeleted } from '../../server/account-mails.ts';
import { findProfile, lockProfile, type ProfileRow, updateStatus } from '../../server/account-store.ts';
import { erasePerson, type PersonalData } from '../../server/my-data.ts';
import { staleVersion } from '../../server/stale-version.ts';
import { findUsers, type UserRow, usersAfter } from './admin-store.ts';

/** Beyond this, a list of everybody is of no use to anybody; a page of them always is. */
const MAX_CONCURRENT = 10_000;
const SHOWN_HISTORY = 20;

/** A page of users, or without any question everybody. */
export async function listUsers({ pool }: AccountDeps, query: UsersQuery): Promise<UserRow[] | Paged<UserRow>> {
  const { page = 1, limit = USERS_ON_A_PAGE, sort = 'name', order = 'asc', ...filters } = query;
  const everybody = Object.keys(query).length === 0;
  const cut = everybody ? { limit: MAX_CONCURRENT, offset: 0 } : { limit, offset: rowsBefore(page, limit) };
  const { users, total } = await findUsers(pool, filters, { sort, order, ...cut });
  return everybody ? users : pageOf(users, { total }, page, limit);
}

/** Everybody whom a filter leaves, a batch at a time. Who logs in meanwhile is neither missed nor told twice. */
export function allUsers(db: Queryable, filter: UserFilter): AsyncGenerator<UserRow[]> {
  return inChunks(async (after = 0) => {
    const items = await usersAfter(db, filter, after, BATCH);
    return { items, next: items.length < BATCH ? null : (items.at(-1)?.id ?? null) };
  });
}

export type UserDetail = { user: ProfileRow; sessions: number; history: AuditRow[] };

/** A user as the back office sees one: where they are logged in, and what happened to the account. */
export async function showUser({ pool }: AccountDeps, id: number): Promise<UserDetail> {
  const [user, sessions, { entries }] = await Promise.all([
    findProfile(pool, id),
    sessionsOfUser(pool, id),
    findAuditEntries(pool, { subject: 'user', subjectId: id }, SHOWN_HISTORY),
  ]);
  if (!user) throw new AppError('not_found', 'no such user');
  return { user, sessions: sessions.length, history: entries };
}

/** Sets how an account stands. An inactive one loses its sessions in the same commit. */
export async function setUserStatus(
  { pool }: AccountDeps,
  admin: SignedIn,
  id: number,
  { status, version }: { status: UserStatus; version: number },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const before = await lockProfile(db, id);
    if (!before) throw new AppError('not_found', 'no such user');
    if (before.version !== version) throw staleVersion();
    if (status === before.status) return done('account.profileSaved');
    await updateStatus(db, id, status);
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'status changed',
      subject: subjectUser(id),
      details: changesForAudit({ status: before.status }, { status }),
    });
    return done('account.profileSaved');
  });
}

/** Closes somebody's account and forgets the person. What the books need stays, without a name. */
export async function deleteUser(
  { pool }: AccountDeps,
  others: PersonalData[],
  admin: SignedIn,
  id: number,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const user = await lockProfile(db, id);
    if (!user) throw new AppError('not_found', 'no such user');
    await mailDeleted(db, user, 'mail.deleted.byUs');
    await erasePerson(db, others, id);
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'account deleted',
      subject: subjectUser(id),
      details: { before: { status: user.status } },
    });
    return done('admin.users.deleted');
  });
}
