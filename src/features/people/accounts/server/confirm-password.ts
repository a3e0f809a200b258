import { audit } from '#features/people/audit/server/audit.ts';
import type { SessionKind } from '#features/people/sessions/model/lifetimes.ts';
import { countPasswordAttempt, uncountPasswordAttempt } from '#features/people/sessions/server/login-limits.ts';
import { hasFreshPassword, recordPasswordProof } from '#features/people/sessions/server/session-store.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import type { AccountDeps } from './account-deps.ts';
import { type Login, loginOf } from './account-store.ts';

/**
 * Tells whether a session may make a sensitive change: with the right `password`, or without one if it has proved the
 * password in the last 10 minutes. An empty password counts as none.
 */
export async function checkFreshPassword(
  deps: AccountDeps,
  kind: SessionKind,
  signedIn: SignedIn,
  password: string | undefined,
  origin: Origin,
): Promise<'proved' | 'needed' | 'wrong'> {
  if (password) return (await confirmPassword(deps, kind, signedIn, password, origin)) ? 'proved' : 'wrong';
  return (await hasFreshPassword(deps.pool, signedIn.sessionId)) ? 'proved' : 'needed';
}

/**
 * Returns the login of a signed-in account if the password is right, otherwise null. Limits attempts per account and
 * records the proof in the session.
 */
export async function confirmPassword(
  { pool, hasher }: AccountDeps,
  kind: SessionKind,
  { id, sessionId }: SignedIn,
  password: string,
  origin: Origin,
): Promise<Login | null> {
  const login = await loginOf(pool, kind, id);
  if (!login) return null;
  await countPasswordAttempt(pool, kind, id);
  if (await hasher.verify(login.passwordHash, password)) {
    await uncountPasswordAttempt(pool, kind, id);
    await recordPasswordProof(pool, sessionId);
    return login;
  }
  await audit(pool, origin, { actor: { kind, id }, action: 'wrong password given', subject: { kind, id } });
  return null;
}
