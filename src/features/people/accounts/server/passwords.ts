import { actingVisitor, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import type { SessionKind } from '#features/people/sessions/model/lifetimes.ts';
import { countPasswordAttempt, uncountPasswordAttempt } from '#features/people/sessions/server/login-limits.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import {
  deleteSessionsOf,
  hasFreshPassword,
  recordPasswordProof,
  renewSession,
} from '#features/people/sessions/server/session-store.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { loginEmailField } from '../model/account-forms.ts';
import type { AccountDeps } from './account-deps.ts';
import { activateUser, findLogin, type Login, loginOf, recordPasswordReset, replacePassword } from './account-store.ts';
import { mailAdminPasswordChanged, mailPasswordChanged, mailReset } from './email/account-mails.ts';
import {
  ADDRESS_LINKS,
  consumeLink,
  createEmailLink,
  deleteKnownDevices,
  deleteLinks,
  insertKnownDevice,
  isLinkAlive,
} from './link-store.ts';
import { weaknessOf } from './password-policy.ts';

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

type Passwords = { opass: string; npass: string };
type PasswordChange = Outcome & { session?: string; device?: string };

/**
 * Changes the caller's password. Ends all other sessions, gives this one a new secret (in case the old one was copied)
 * and forgets all other known devices.
 */
export async function changePassword(
  deps: AccountDeps,
  kind: SessionKind,
  signedIn: SignedIn,
  { opass, npass }: Passwords,
  origin: Origin,
): Promise<PasswordChange> {
  const { pool, hasher, passwordPolicy, siteOrigin } = deps;
  const { id, sessionId } = signedIn;
  const isUser = kind === 'user';
  const login = await confirmPassword(deps, kind, signedIn, opass, origin);
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
    await deleteSessionsOf(db, kind, id, sessionId);
    await deleteKnownDevices(db, kind, id);
    await insertKnownDevice(db, kind, id, device.hash);
    await renewSession(db, sessionId, session.hash);
    if (isUser) await mailPasswordChanged(db, login, `${siteOrigin}/forgotpassword`);
    else await mailAdminPasswordChanged(db, login);
    await audit(db, origin, { actor: { kind, id }, action: 'password changed', subject: { kind, id } });
    return { ...done('account.passwordChanged'), session: session.token, device: device.token };
  });
}

/** Checks only the format of the address. The response must not reveal whether it has an account. */
export function requestPasswordReset(typed: string): Outcome {
  return loginEmailField.safeParse(typed).success ? done('account.resetSent') : refused('account.wrongEmail', 'email');
}

/** Emails a reset link. Does nothing if the address has no account or the account is inactive. */
export async function mailResetLink(deps: AccountDeps, typed: string, origin: Origin): Promise<void> {
  const user = await findLogin(deps.pool, 'users', typed);
  if (!user || user.status === 'Inactive') return;
  await withTransaction(deps.pool, async (db) => {
    await mailReset(db, user, await createEmailLink(db, deps, 'reset', { userId: user.id, email: user.email }));
    await audit(db, origin, { actor: actingVisitor, action: 'password reset asked', subject: subjectUser(user.id) });
  });
}

/** Flag 0 if the link is used, expired or unknown. Opening a link does not use it up. */
export async function checkResetLink({ pool }: AccountDeps, token: string): Promise<Outcome> {
  const tokenHash = hashOfToken(token);
  const isAlive = tokenHash !== null && (await isLinkAlive(pool, 'reset', tokenHash));
  return isAlive ? done('account.reset.valid') : refused('account.linkDead');
}

type NewPassword = { token: string; npass: string };

/**
 * Sets a password with an emailed token. Ends all sessions and forgets all known devices except this browser, which can
 * then log in even while an attacker uses up the limit of attempts. Does not log the user in.
 */
export async function resetPassword(
  deps: AccountDeps,
  typed: NewPassword,
  origin: Origin,
): Promise<Outcome & { device?: string }> {
  const { pool, hasher, passwordPolicy, siteOrigin } = deps;
  const tokenHash = hashOfToken(typed.token);
  if (!tokenHash) return refused('account.linkDead');
  const weak = weaknessOf(typed.npass, passwordPolicy, []);
  if (weak) return refused(weak, 'npass');
  if (!(await isLinkAlive(pool, 'reset', tokenHash))) return refused('account.linkDead');
  const passwordHash = await hasher.hash(typed.npass);
  const device = newSecretToken();
  return withTransaction(pool, async (db) => {
    const link = await consumeLink(db, ['reset'], tokenHash);
    const user = link && (await loginOf(db, 'user', link.userId));
    if (!user || !(await replacePassword(db, 'user', user.id, user.passwordHash, passwordHash))) {
      return refused('account.linkDead');
    }
    await activateUser(db, user.id);
    await recordPasswordReset(db, user.id);
    await deleteLinks(db, user.id, [...ADDRESS_LINKS, 'confirm']);
    await deleteSessionsOf(db, 'user', user.id);
    await deleteKnownDevices(db, 'user', user.id);
    await insertKnownDevice(db, 'user', user.id, device.hash);
    await mailPasswordChanged(db, user, `${siteOrigin}/forgotpassword`);
    await audit(db, origin, { actor: actingVisitor, action: 'password reset', subject: subjectUser(user.id) });
    return { ...done('account.resetDone'), device: device.token };
  });
}
