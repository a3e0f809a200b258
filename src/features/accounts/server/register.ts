import { actingUser, audit, subjectUser } from '#features/audit/server/api.ts';
import { done, type Outcome, refused } from '#features/sessions/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { findPasswordProblem } from '../model/password-policy.ts';
import type { AccountDeps } from './account-deps.ts';
import { mailWelcome } from './account-mails.ts';
import { findLogin, insertUser } from './account-store.ts';
import { commonPasswords } from './common-passwords.ts';
import { createEmailLink } from './link-store.ts';

export type Registration = { name: string; email: string; mobileno: string; password: string };

/** A second submission within this time counts as a retry of the first, whose response got lost. */
const RETRY_WINDOW_S = 120;

/**
 * Creates a Pending account and emails its confirmation link. A retry with the same password succeeds without a second
 * account. Of concurrent registrations for one address, exactly one succeeds.
 */
export async function register(deps: AccountDeps, typed: Registration, origin: Origin): Promise<Outcome> {
  const { pool, hasher, passwordPolicy } = deps;
  const { name, email, mobileno: mobile, password } = typed;
  const weak = findPasswordProblem(password, passwordPolicy, commonPasswords.has);
  if (weak) return refused(weak, 'password');
  const passwordHash = await hasher.hash(password);
  const created = await withTransaction(pool, async (db) => {
    const id = await insertUser(db, { name, email, mobile, passwordHash, status: 'Pending' });
    if (id === null) return false;
    await mailWelcome(db, email, await createEmailLink(db, deps, 'confirm', { userId: id, email }));
    await audit(db, origin, { actor: actingUser(id), action: 'register', subject: subjectUser(id) });
    return true;
  });
  if (created || (await isRetry(deps, email, password))) return done('account.registered');
  return refused('account.email.taken', 'email');
}

async function isRetry({ pool, hasher }: AccountDeps, email: string, password: string): Promise<boolean> {
  const existing = await findLogin(pool, 'users', email);
  return existing !== null && existing.ageS < RETRY_WINDOW_S && (await hasher.verify(existing.passwordHash, password));
}
