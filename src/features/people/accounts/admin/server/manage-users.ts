import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { actingAdmin, audit, changesForAudit, subjectUser } from '#features/people/audit/server/audit.ts';
import { type AuditRow, findAuditEntries } from '#features/people/audit/server/audit-store.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { deleteSessionsOf, sessionsOf } from '#features/people/sessions/server/session-store.ts';
import { AppError } from '#lib/app-error.ts';
import { type Paged, pageOf, rowsBefore } from '#lib/contract-parts.ts';
import { BATCH, inChunks } from '#lib/server/database/batches.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller, Origin, SignedIn, SignedInAdmin } from '#lib/server/http/caller.ts';
import { USERS_ON_A_PAGE, type UserStatus } from '../../model/account.ts';
import type { UserFilter, UsersQuery } from '../../model/admin-account-contract.ts';
import { isReservedName } from '../../model/reserved-name.ts';
import {
  changesAddress,
  findProfile,
  lockProfile,
  type ProfileRow,
  recordFactorReset,
  updateStatus,
} from '../../server/account-store.ts';
import { mailDeleted, mailSecondFactor } from '../../server/email/account-mails.ts';
import { deleteKnownDevices } from '../../server/link-store.ts';
import { eraseUser, type PersonalData } from '../../server/my-data.ts';
import { staleVersion } from '../../server/profile.ts';
import { deleteSecondFactor, hasSecondFactor } from '../../server/second-factor-store.ts';
import { type AdminRow, findAdmin, findUsers, type UserRow, usersAfter } from './admin-store.ts';

type CurrentAdmin = AdminRow & Pick<SignedInAdmin, 'role' | 'fromEnvironment' | 'needsSecondFactor'>;

export async function currentAdmin({ pool }: AccountDeps, { admin }: Caller): Promise<CurrentAdmin | null> {
  const row = admin && (await findAdmin(pool, admin.id));
  if (!row) return null;
  const { role, fromEnvironment, needsSecondFactor } = admin;
  return { ...row, role, fromEnvironment, needsSecondFactor };
}

type Reserved = { hasReservedName: boolean };
export type ListedUser = UserRow & Reserved;

/** Maximum length of the unpaged list. */
const MAX_LISTED = 10_000;
const HISTORY_LENGTH = 20;

/** Returns a page of users, or an array of all if the query is empty. */
export async function listUsers(
  { pool, operatorName }: AccountDeps,
  query: UsersQuery,
): Promise<ListedUser[] | Paged<ListedUser>> {
  const { page = 1, limit = USERS_ON_A_PAGE, sort = 'name', order = 'asc', ...filters } = query;
  const unpaged = Object.keys(query).length === 0;
  const range = unpaged ? { limit: MAX_LISTED, offset: 0 } : { limit, offset: rowsBefore(page, limit) };
  const [{ users, total }, operator] = await Promise.all([
    findUsers(pool, filters, { sort, order, ...range }),
    operatorName(),
  ]);
  const listed = users.map((user) => ({ ...user, hasReservedName: isReservedName(user.name, operator) }));
  return unpaged ? listed : pageOf(listed, { total }, page, limit);
}

/** Yields all users that match the filter in batches by id, so concurrent logins cause no gaps or duplicates. */
export function allUsers(db: Queryable, filter: UserFilter): AsyncGenerator<UserRow[]> {
  return inChunks(async (after = 0) => {
    const items = await usersAfter(db, filter, after, BATCH);
    return { items, next: items.length < BATCH ? null : (items.at(-1)?.id ?? null) };
  });
}

export type UserDetail = { user: ProfileRow & Reserved; sessions: number; secondFactor: boolean; history: AuditRow[] };

export async function showUser({ pool, operatorName }: AccountDeps, id: number): Promise<UserDetail> {
  const [user, sessions, secondFactor, { entries }, operator] = await Promise.all([
    findProfile(pool, id),
    sessionsOf(pool, 'user', id),
    hasSecondFactor(pool, 'user', id),
    findAuditEntries(pool, { subject: 'user', subjectId: id }, HISTORY_LENGTH),
    operatorName(),
  ]);
  if (!user) throw new AppError('not_found', 'no such user');
  const hasReservedName = isReservedName(user.name, operator);
  return { user: { ...user, hasReservedName }, sessions: sessions.length, secondFactor, history: entries };
}

/** Changes a user's status and audits it. A trigger ends all sessions when the status becomes Inactive. */
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

/**
 * Turns two-factor off for a user, ends their sessions and emails them about it. Refused for some days after a change of
 * the email address, because the two changes together would hand the account to an attacker.
 */
export async function resetSecondFactor(
  { pool }: AccountDeps,
  admin: SignedIn,
  id: number,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const user = await lockProfile(db, id);
    if (!user) throw new AppError('not_found', 'no such user');
    if (!(await hasSecondFactor(db, 'user', id))) return refused('account.factor.notOn');
    if (await changesAddress(db, id)) return refused('account.factor.addressChanges');
    await deleteSecondFactor(db, 'user', id);
    await recordFactorReset(db, id);
    await deleteSessionsOf(db, 'user', id);
    await deleteKnownDevices(db, 'user', id);
    await mailSecondFactor(db, user, 'mail.secondFactorResetByUs');
    await audit(db, origin, { actor: actingAdmin(admin.id), action: 'second factor reset', subject: subjectUser(id) });
    return done('account.factor.reset');
  });
}

/** Erases a user's personal data and notifies them. Bookings and payments stay, anonymized. */
export async function deleteUser(
  { pool }: AccountDeps,
  personalData: PersonalData[],
  admin: SignedIn,
  id: number,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const user = await lockProfile(db, id);
    if (!user) throw new AppError('not_found', 'no such user');
    await eraseUser(db, personalData, id);
    await mailDeleted(db, user, 'mail.deleted.byUs');
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'account deleted',
      subject: subjectUser(id),
      details: { before: { status: user.status } },
    });
    return done('admin.users.deleted');
  });
}
