import { actingVisitor, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { deleteSessionsOfUser } from '#features/people/sessions/server/session-store.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import type { AccountDeps } from '../account-deps.ts';
import { loginOf, replacePassword, updateEmail } from '../account-store.ts';
import { randomPassword } from '../first-accounts.ts';
import { ADDRESS_LINKS, createEmailLink, deleteKnownDevices, deleteLinks } from '../link-store.ts';
import { deleteSecondFactor, hasSecondFactor } from '../second-factor-store.ts';
import { mailReset } from './account-mails.ts';
import { deleteEmailUndosFrom, type EmailUndo, lockEmailUndo } from './email-undo-store.ts';

/**
 * Restores the address that an emailed link was sent to, whether the change was confirmed already or not. The account
 * counts as taken over: sessions, links and the password stop working, and a reset link is sent to the address.
 */
export async function undoEmailChange(deps: AccountDeps, token: string, origin: Origin): Promise<Outcome> {
  const { pool, hasher } = deps;
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return refused('account.undo.linkDead');
  // Nobody knows this password: whoever made the change may know the current one.
  const passwordHash = await hasher.hash(randomPassword());
  return withTransaction(pool, async (db) => {
    const undo = await lockEmailUndo(db, tokenHash);
    const user = undo && (await loginOf(db, 'user', undo.userId));
    if (!undo || !user) return refused('account.undo.linkDead');
    if (!(await updateEmail(db, user.id, undo.email))) return refused('account.undo.taken');
    await replacePassword(db, 'user', user.id, user.passwordHash, passwordHash);
    await endAccess(db, undo);
    await deleteEmailUndosFrom(db, undo);
    const person = { name: user.name, email: undo.email };
    await mailReset(db, person, await createEmailLink(db, deps, 'reset', { userId: user.id, email: undo.email }));
    await audit(db, origin, { actor: actingVisitor, action: 'email change undone', subject: subjectUser(user.id) });
    return done('account.undo.done');
  });
}

/** A second factor that was turned on since the change began would lock the owner out. */
async function endAccess(db: Queryable, { userId, since }: EmailUndo): Promise<void> {
  await deleteLinks(db, userId, [...ADDRESS_LINKS, 'confirm', 'reset']);
  await deleteSessionsOfUser(db, userId, null);
  await deleteKnownDevices(db, 'user', userId);
  if (await hasSecondFactor(db, 'user', userId, since)) await deleteSecondFactor(db, 'user', userId);
}
