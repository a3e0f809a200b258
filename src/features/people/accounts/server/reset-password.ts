import { actingVisitor, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { deleteSessionsOfUser } from '#features/people/sessions/server/session-store.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfToken, newSecretToken } from '#lib/server/session/secret-token.ts';
import { loginEmailField } from '../model/account-forms.ts';
import type { AccountDeps } from './account-deps.ts';
import { activateUser, findLogin, loginOf, recordPasswordReset, replacePassword } from './account-store.ts';
import { mailPasswordChanged, mailReset } from './email/account-mails.ts';
import {
  ADDRESS_LINKS,
  consumeLink,
  createEmailLink,
  deleteKnownDevices,
  deleteLinks,
  insertKnownDevice,
  isLinkAlive,
} from './link-store.ts';
import { weaknessOf } from './password-strength.ts';

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
    await deleteSessionsOfUser(db, user.id, null);
    await deleteKnownDevices(db, 'user', user.id);
    await insertKnownDevice(db, 'user', user.id, device.hash);
    await mailPasswordChanged(db, user, `${siteOrigin}/forgotpassword`);
    await audit(db, origin, { actor: actingVisitor, action: 'password reset', subject: subjectUser(user.id) });
    return { ...done('account.resetDone'), device: device.token };
  });
}
