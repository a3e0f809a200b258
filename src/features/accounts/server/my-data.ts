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

/** Personal data that another feature stores: how to export and how to erase it. */
export type PersonalData = {
  /** Key in the exported file. */
  name: string;
  read(db: Queryable, userId: number): Promise<unknown>;
  forget(db: Queryable, userId: number): Promise<void>;
};

/** Exports all data stored about a user and audits the export. Returns null if the password is wrong. */
export async function exportData(
  tools: AccountDeps,
  personalData: PersonalData[],
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
  for (const { name, read } of personalData) data[name] = await read(pool, userId);
  await audit(pool, origin, { actor: actingUser(userId), action: 'data downloaded', subject: subjectUser(userId) });
  return data;
}

/** Erases the user's personal data; bookings and payments stay, anonymized. Succeeds if already deleted. */
export async function deleteAccount(
  tools: AccountDeps,
  personalData: PersonalData[],
  userId: number,
  password: string,
  origin: Origin,
): Promise<Outcome> {
  const user = await withConfirmedPassword(tools, userId, password, origin);
  if (!user) return refused('account.password.wrong', 'password');
  return withTransaction(tools.pool, async (db) => {
    if ((await lockProfile(db, userId)) === null) return done('account.deleted');
    await mailDeleted(db, user, 'mail.deleted.text');
    await eraseUser(db, personalData, userId);
    await audit(db, origin, { actor: actingUser(userId), action: 'account deleted', subject: subjectUser(userId) });
    return done('account.deleted');
  });
}

/** Erases personal data in all features, sessions and links. The anonymized user row stays. */
export async function eraseUser(db: Queryable, personalData: PersonalData[], userId: number): Promise<void> {
  for (const { forget } of personalData) await forget(db, userId);
  await deleteSessionsOfUser(db, userId, null);
  await deleteLinks(db, userId, ['confirm', 'reset', 'change-email']);
  await deleteKnownDevices(db, 'user', userId);
  await anonymizeUser(db, userId);
}
