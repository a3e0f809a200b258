import { audit } from '#features/audit/server/api.ts';
import type { SessionKind } from '#features/sessions/model/session-lifetime.ts';
import { countPasswordAttempt, uncountPasswordAttempt } from '#features/sessions/server/api.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { AccountDeps } from './account-deps.ts';
import { type Login, loginOf } from './account-store.ts';

/** Returns the login of a signed-in user if the password is right, otherwise null. Limits attempts per account. */
export function withConfirmedPassword(deps: AccountDeps, userId: number, password: string, origin: Origin) {
  return confirmPassword(deps, 'user', userId, password, origin);
}

export function withConfirmedAdminPassword(deps: AccountDeps, adminId: number, password: string, origin: Origin) {
  return confirmPassword(deps, 'admin', adminId, password, origin);
}

async function confirmPassword(
  { pool, hasher }: AccountDeps,
  kind: SessionKind,
  id: number,
  password: string,
  origin: Origin,
): Promise<Login | null> {
  const login = await loginOf(pool, kind, id);
  if (!login) return null;
  await countPasswordAttempt(pool, kind, id);
  if (await hasher.verify(login.passwordHash, password)) {
    await uncountPasswordAttempt(pool, kind, id);
    return login;
  }
  await audit(pool, origin, { actor: { kind, id }, action: 'wrong password given', subject: { kind, id } });
  return null;
}
