import { audit } from '#features/people/audit/server/audit.ts';
import type { SessionKind } from '#features/people/sessions/model/session-lifetime.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import {
  deleteSessionsOfAdmin,
  deleteSessionsOfUser,
  renewSession,
} from '#features/people/sessions/server/session-store.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';
import type { AccountDeps } from './account-deps.ts';
import { replacePassword } from './account-store.ts';
import { withConfirmedAdminPassword, withConfirmedPassword } from './confirm-password.ts';
import { mailAdminPasswordChanged, mailPasswordChanged } from './email/account-mails.ts';
import { ADDRESS_LINKS, deleteKnownDevices, deleteLinks, insertKnownDevice } from './link-store.ts';
import { weaknessOf } from './password-strength.ts';

type Passwords = { opass: string; npass: string };
type PasswordChange = Outcome & { session?: string; device?: string };

/**
 * Changes the caller's password. Ends all other sessions, gives this one a new secret (in case the old one was copied)
 * and forgets all other known devices.
 */
export function changePassword(deps: AccountDeps, user: SignedIn, passwords: Passwords, origin: Origin) {
  return change(deps, 'user', user, passwords, origin);
}

export function changeAdminPassword(deps: AccountDeps, admin: SignedIn, passwords: Passwords, origin: Origin) {
  return change(deps, 'admin', admin, passwords, origin);
}

async function change(
  deps: AccountDeps,
  kind: SessionKind,
  signedIn: SignedIn,
  { opass, npass }: Passwords,
  origin: Origin,
): Promise<PasswordChange> {
  const { pool, hasher, passwordPolicy, siteOrigin } = deps;
  const { id, sessionId } = signedIn;
  const isUser = kind === 'user';
  const login = await (isUser ? withConfirmedPassword : withConfirmedAdminPassword)(deps, signedIn, opass, origin);
  if (!login) return refused('account.password.wrongOld', 'opass');
  const weak = weaknessOf(npass, isUser ? passwordPolicy : 'office', [login.name, login.email]);
  if (weak) return refused(weak, 'npass');
  const passwordHash = await hasher.hash(npass);
  const session = newSecretToken();
  const device = newSecretToken();
  return withTransaction(pool, async (db): Promise<PasswordChange> => {
    if (!(await replacePassword(db, kind, id, login.passwordHash, passwordHash))) {
      return refused('account.password.wrongOld', 'opass');
    }
    if (isUser) await deleteLinks(db, id, [...ADDRESS_LINKS, 'reset']);
    await (isUser ? deleteSessionsOfUser : deleteSessionsOfAdmin)(db, id, sessionId);
    await deleteKnownDevices(db, kind, id);
    await insertKnownDevice(db, kind, id, device.hash);
    await renewSession(db, sessionId, session.hash);
    if (isUser) await mailPasswordChanged(db, login, `${siteOrigin}/forgotpassword`);
    else await mailAdminPasswordChanged(db, login);
    await audit(db, origin, { actor: { kind, id }, action: 'password changed', subject: { kind, id } });
    return { ...done('account.passwordChanged'), session: session.token, device: device.token };
  });
}
