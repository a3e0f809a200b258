import { actingUser, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { deleteSessionByToken, insertSession } from '#features/people/sessions/server/session-store.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { phoneNumber } from '#lib/server/phone-number.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { isReservedName } from '../model/reserved-name.ts';
import type { AccountDeps } from './account-deps.ts';
import { findLogin, insertUser, recordLogin } from './account-store.ts';
import { mailWelcome } from './email/account-mails.ts';
import { createEmailLink, insertKnownDevice } from './link-store.ts';
import { weaknessOf } from './password-policy.ts';
import { hasSecondFactor } from './second-factor-store.ts';

type Registration = {
  name: string;
  email: string;
  mobileno: string;
  mobile_country?: string | undefined;
  password: string;
};

/** A second submission within this time counts as a retry of the first, whose response got lost. */
const RETRY_WINDOW_S = 120;

/** A new session with the secrets for the browser's cookies. */
type FirstSession = { id: number; name: string; session: string; device: string };
type RegisterResult = Outcome & { opened?: FirstSession };

/**
 * Creates a Pending account, emails its confirmation link and opens a session. A retry with the same password gets a
 * session without a second account. Of concurrent registrations for one address, exactly one creates it.
 * @param browserSession secret of the browser's current session, which ends
 */
export async function register(
  deps: AccountDeps,
  typed: Registration,
  browserSession: string | undefined,
  origin: Origin,
): Promise<RegisterResult> {
  const { pool, hasher, passwordPolicy } = deps;
  const { name, email, password } = typed;
  const mobile = phoneNumber(typed.mobileno, [typed.mobile_country]);
  if (mobile === null) return refused('account.mobile.digits', 'mobileno');
  const weak = weaknessOf(password, passwordPolicy, [name, email]);
  if (weak) return refused(weak, 'password');
  if (isReservedName(name, await deps.operatorName())) return refused('account.name.reserved', 'name');
  const passwordHash = await hasher.hash(password);
  const opened = await withTransaction(pool, async (db) => {
    const id = await insertUser(db, { name, email, mobile, passwordHash, status: 'Pending' });
    if (id === null) return null;
    await mailWelcome(db, email, await createEmailLink(db, deps, 'confirm', { userId: id, email }));
    await audit(db, origin, { actor: actingUser(id), action: 'register', subject: subjectUser(id) });
    return openSession(db, { id, name }, browserSession, origin);
  });
  if (opened) return { ...done('account.registered'), opened };
  const retried = await findRetried(deps, email, password);
  if (!retried) return refused('account.email.taken', 'email');
  const again = await withTransaction(pool, (db) => openSession(db, retried, browserSession, origin));
  return { ...done('account.registered'), opened: again };
}

/** Returns the Pending account that the same request has just created, or null. Never one with two-factor. */
async function findRetried({ pool, hasher }: AccountDeps, email: string, password: string) {
  const existing = await findLogin(pool, 'users', email);
  if (existing?.status !== 'Pending' || existing.ageS >= RETRY_WINDOW_S) return null;
  if (await hasSecondFactor(pool, 'user', existing.id)) return null;
  return (await hasher.verify(existing.passwordHash, password)) ? existing : null;
}

async function openSession(
  db: Queryable,
  { id, name }: { id: number; name: string },
  browserSession: string | undefined,
  origin: Origin,
): Promise<FirstSession> {
  const session = newSecretToken();
  const device = newSecretToken();
  const old = hashOfToken(browserSession);
  if (old) await deleteSessionByToken(db, old);
  await insertSession(db, 'user', id, session.hash, origin);
  await insertKnownDevice(db, 'user', id, device.hash);
  await recordLogin(db, 'user', id, null);
  await audit(db, origin, { actor: actingUser(id), action: 'login', subject: subjectUser(id) });
  return { id, name, session: session.token, device: device.token };
}
