import { actingUser, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { auditOfUser } from '#features/people/audit/server/audit-store.ts';
import { deviceName } from '#features/people/sessions/server/my-sessions.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { deleteSessionsOf, sessionsOf } from '#features/people/sessions/server/session-store.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { deleteMailsOf } from '#lib/server/mail/outgoing-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { anonymizeUser, findProfile, lockProfile, type ProfileRow } from './account-store.ts';
import { mailDeleted } from './email/account-mails.ts';
import { ADDRESS_LINKS, deleteEmailUndos, deleteKnownDevices, deleteLinks } from './link-store.ts';
import { confirmPassword } from './passwords.ts';
import { deleteSecondFactor } from './second-factor-store.ts';

/** Personal data that another feature stores: how to export and how to erase it. */
export type PersonalData = {
  /** Key in the exported file. */
  name: string;
  read(db: Queryable, userId: number): Promise<unknown>;
  forget(db: Queryable, userId: number): Promise<void>;
};

/** An unconfirmed address may be a stranger's, whose data must be neither exported nor erased. */
const isConfirmed = ({ status }: Pick<ProfileRow, 'status'>) => status !== 'Pending';

type DataOfAddress = {
  name: string;
  read(db: Queryable, email: string): Promise<unknown[]>;
  forget(db: Queryable, email: string): Promise<void>;
};

/** Personal data that is stored by email address, for the owner of the confirmed address. */
export function dataOfAddress({ name, read, forget }: DataOfAddress): PersonalData {
  const confirmedAddress = async (db: Queryable, userId: number) => {
    const profile = await findProfile(db, userId);
    return profile && isConfirmed(profile) ? profile.email : null;
  };
  return {
    name,
    async read(db, userId) {
      const email = await confirmedAddress(db, userId);
      return email === null ? [] : read(db, email);
    },
    async forget(db, userId) {
      const email = await confirmedAddress(db, userId);
      if (email !== null) await forget(db, email);
    },
  };
}

/** Exports all data stored about a user and audits the export. Returns null if the password is wrong. */
export async function exportData(
  deps: AccountDeps,
  personalData: PersonalData[],
  user: SignedIn,
  password: string,
  origin: Origin,
  t: Translator,
): Promise<Record<string, unknown> | null> {
  const { pool } = deps;
  const { id: userId } = user;
  if (!(await confirmPassword(deps, 'user', user, password, origin))) return null;
  const [profile, sessions, history] = await Promise.all([
    findProfile(pool, userId),
    sessionsOf(pool, 'user', userId),
    auditOfUser(pool, userId),
  ]);
  const data: Record<string, unknown> = {
    exportedAt: new Date().toISOString(),
    profile,
    sessions: sessions.map(({ userAgent, ...session }) => ({ ...session, device: deviceName(userAgent, t) })),
    history,
  };
  for (const { name, read } of personalData) data[name] = await read(pool, userId);
  await audit(pool, origin, { actor: actingUser(userId), action: 'data downloaded', subject: subjectUser(userId) });
  return data;
}

/** Erases the user's personal data; bookings and payments stay, anonymized. Succeeds if already deleted. */
export async function deleteAccount(
  deps: AccountDeps,
  personalData: PersonalData[],
  signedIn: SignedIn,
  password: string,
  origin: Origin,
): Promise<Outcome> {
  const { id: userId } = signedIn;
  const user = await confirmPassword(deps, 'user', signedIn, password, origin);
  if (!user) return refused('account.password.wrong', 'password');
  return withTransaction(deps.pool, async (db) => {
    if ((await lockProfile(db, userId)) === null) return done('account.deleted');
    await eraseUser(db, personalData, userId);
    await mailDeleted(db, user, 'mail.deleted.text');
    await audit(db, origin, { actor: actingUser(userId), action: 'account deleted', subject: subjectUser(userId) });
    return done('account.deleted');
  });
}

/**
 * Erases personal data in all features, sessions, links and emails. The anonymized user row stays. Queue an email about
 * it only afterwards, because this deletes the user's emails.
 */
export async function eraseUser(db: Queryable, personalData: PersonalData[], userId: number): Promise<void> {
  const profile = await findProfile(db, userId);
  if (profile) await deleteMailsOf(db, profile.email, { unsent: isConfirmed(profile) });
  if (profile?.pendingEmail) await deleteMailsOf(db, profile.pendingEmail, { unsent: false });
  for (const { forget } of personalData) await forget(db, userId);
  await deleteSessionsOf(db, 'user', userId);
  await deleteLinks(db, userId, [...ADDRESS_LINKS, 'confirm', 'reset']);
  await deleteEmailUndos(db, userId);
  await deleteSecondFactor(db, 'user', userId);
  await deleteKnownDevices(db, 'user', userId);
  await anonymizeUser(db, userId);
}
