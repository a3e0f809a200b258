import { withTransaction } from '#platform/database/pool.ts';
import type { Origin, SignedIn } from '#platform/http/caller.ts';
import { newSecretToken } from '#platform/session/secret-token.ts';
import { refusedPassword } from '../password-policy.ts';
import { mailPasswordChanged } from './account-mails.ts';
import { replacePassword } from './account-store.server.ts';
import { type AccountTools, done, type Outcome, refused } from './account-tools.ts';
import { actingUser, audit, subjectUser } from './audit.ts';
import { commonPasswords } from './common-passwords.ts';
import { deleteLinks, forgetDevices, insertKnownDevice } from './link-store.server.ts';
import { withOwnPassword } from './own-password.ts';
import { deleteSessionsOfUser, renewSession } from './session-store.server.ts';

type Passwords = { opass: string; npass: string };

/**
 * Changes the password of whoever is logged in. Every other session ends, and this one gets a new secret: whoever may have copied
 * the old one is out as well, and other browsers are known no longer.
 */
export async function changePassword(
  tools: AccountTools,
  { id, sessionId }: SignedIn,
  { opass, npass }: Passwords,
  origin: Origin,
): Promise<Outcome & { session?: string; device?: string }> {
  const { pool, hasher, passwordPolicy, siteOrigin } = tools;
  const user = await withOwnPassword(tools, id, opass, origin);
  if (!user) return refused('account.password.wrongOld', 'opass');
  const weak = refusedPassword(npass, passwordPolicy, commonPasswords.has);
  if (weak) return refused(weak, 'npass');
  const passwordHash = await hasher.hash(npass);
  const session = newSecretToken();
  const device = newSecretToken();
  return withTransaction(pool, async (db) => {
    if (!(await replacePassword(db, id, user.passwordHash, passwordHash))) {
      return refused('account.password.wrongOld', 'opass');
    }
    await deleteLinks(db, id, ['change-email', 'reset']);
    await deleteSessionsOfUser(db, id, sessionId);
    await forgetDevices(db, id);
    await insertKnownDevice(db, 'user', id, device.hash);
    await renewSession(db, sessionId, session.hash);
    await mailPasswordChanged(db, user, `${siteOrigin}/forgotpassword`);
    await audit(db, origin, { actor: actingUser(id), action: 'password changed', subject: subjectUser(id) });
    return { ...done('account.passwordChanged'), session: session.token, device: device.token };
  });
}
