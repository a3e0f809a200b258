import { actingUser, audit, subjectUser } from '#features/audit/server/api.ts';
import { done, type Outcome, refused } from '#features/sessions/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { refusedPassword } from '../model/password-policy.ts';
import type { AccountDeps } from './account-deps.ts';
import { mailWelcome } from './account-mails.ts';
import { findLogin, insertUser } from './account-store.ts';
import { commonPasswords } from './common-passwords.ts';
import { emailLink } from './email-link.ts';

export type Registration = { name: string; email: string; mobileno: string; password: string };

/** The same form sent twice within this time is one registration whose first answer got lost. */
const SAME_REGISTRATION_S = 120;

/** Makes an account that waits for its address to be confirmed. Of several who want one address, one gets it. */
export async function register(tools: AccountDeps, typed: Registration, origin: Origin): Promise<Outcome> {
  const { pool, hasher, passwordPolicy } = tools;
  const { name, email, mobileno: mobile, password } = typed;
  const weak = refusedPassword(password, passwordPolicy, commonPasswords.has);
  if (weak) return refused(weak, 'password');
  const passwordHash = await hasher.hash(password);
  const made = await withTransaction(pool, async (db) => {
    const id = await insertUser(db, { name, email, mobile, passwordHash, status: 'Pending' });
    if (id === null) return false;
    await mailWelcome(db, email, await emailLink(db, tools, 'confirm', { userId: id, email }));
    await audit(db, origin, { actor: actingUser(id), action: 'register', subject: subjectUser(id) });
    return true;
  });
  if (made || (await isSentTwice(tools, email, password))) return done('account.registered');
  return refused('account.email.taken', 'email');
}

async function isSentTwice({ pool, hasher }: AccountDeps, email: string, password: string): Promise<boolean> {
  const existing = await findLogin(pool, 'users', email);
  return (
    existing !== null && existing.ageS < SAME_REGISTRATION_S && (await hasher.verify(existing.passwordHash, password))
  );
}
