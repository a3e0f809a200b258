import { actingUser, audit, auditOfUser, subjectUser } from '#features/audit/server/api.ts';
import {
  deleteSessionsOfUser,
  deviceOf,
  done,
  type Outcome,
  refused,
  sessionsOfUser,
} from '#features/sessions/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { AccountDeps } from './account-deps.ts';
import { mailDeleted } from './account-mails.ts';
import { anonymizeUser, findProfile, lockProfile } from './account-store.ts';
import { withConfirmedPassword } from './confirm-password.ts';
import { deleteKnownDevices, deleteLinks } from './link-store.ts';

/** What another feature keeps of a person: how to hand it out, and how to let go of it. */
export type PersonalData = {
  /** Its name in the file that the person downloads. */
  name: string;
  read(db: Queryable, userId: number): Promise<unknown>;
  forget(db: Queryable, userId: number): Promise<void>;
};

/** Everything we keep of a user, for the user alone; null when the password was wrong. */
export async function exportData(
  tools: AccountDeps,
  others: PersonalData[],
  userId: number,
  password: string,
  origin: Origin,
): Promise<Record<string, unknown> | null> {
  const { pool } = tools;
  if (!(await withConfirmedPassword(tools, userId, password, origin))) return null;
  const [profile, sessions, history] = await Promise.all([
    findProfile(pool, userId),
    sessionsOfUser(pool, userId),
    auditOfUser(pool, userId),
  ]);
  const data: Record<string, unknown> = {
    exportedAt: new Date().toISOString(),
    profile,
    sessions: sessions.map(({ userAgent, ...session }) => ({ ...session, device: deviceOf(userAgent) })),
    history,
  };
  for (const { name, read } of others) data[name] = await read(pool, userId);
  await audit(pool, origin, { actor: actingUser(userId), action: 'data downloaded', subject: subjectUser(userId) });
  return data;
}

/** Closes an account and forgets the person. What the books need stays, without a name. */
export async function deleteAccount(
  tools: AccountDeps,
  others: PersonalData[],
  userId: number,
  password: string,
  origin: Origin,
): Promise<Outcome> {
  const user = await withConfirmedPassword(tools, userId, password, origin);
  if (!user) return refused('account.password.wrong', 'password');
  return withTransaction(tools.pool, async (db) => {
    if ((await lockProfile(db, userId)) === null) return done('account.deleted');
    await mailDeleted(db, user, 'mail.deleted.text');
    await erasePerson(db, others, userId);
    await audit(db, origin, { actor: actingUser(userId), action: 'account deleted', subject: subjectUser(userId) });
    return done('account.deleted');
  });
}

/** Lets go of everything about a user but the row that the books refer to. */
export async function erasePerson(db: Queryable, others: PersonalData[], userId: number): Promise<void> {
  for (const { forget } of others) await forget(db, userId);
  await deleteSessionsOfUser(db, userId, null);
  await deleteLinks(db, userId, ['confirm', 'reset', 'change-email']);
  await deleteKnownDevices(db, 'user', userId);
  await anonymizeUser(db, userId);
}
