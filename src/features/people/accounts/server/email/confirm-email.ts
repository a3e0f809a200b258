import { actingUser, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import type { AccountDeps } from '../account-deps.ts';
import { activateUser, findProfile, lockProfile, updateEmail } from '../account-store.ts';
import {
  ADDRESS_LINKS,
  consumeLink,
  createEmailLink,
  deleteLinks,
  endWaitOfAddress,
  isLinkWaiting,
} from '../link-store.ts';
import { mailAddressChanged, mailWelcome } from './account-mails.ts';
import { createEmailUndo } from './email-undo-store.ts';
import { countEmailTo } from './mail-limits.ts';

/**
 * Confirms the address of an emailed link: activates the account, or applies a pending change of address. A link to the old address of
 * a change by support agrees to it, and until then the link to the new one changes nothing for three days.
 */
export function confirmEmail(deps: AccountDeps, token: string, origin: Origin): Promise<Outcome> {
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return Promise.resolve(refused('account.linkDead'));
  return withTransaction(deps.pool, async (db) => {
    if (await isLinkWaiting(db, tokenHash)) return refused('account.email.waits');
    const link = await consumeLink(db, ['confirm', ...ADDRESS_LINKS], tokenHash);
    if (!link) return refused('account.linkDead');
    const { userId, email, purpose } = link;
    if (purpose === 'agree-email') return agreeToAddress(db, userId, origin);
    if (purpose === 'confirm') await activateUser(db, userId);
    else if (!(await changeAddress(db, deps, userId, email))) return refused('account.email.taken');
    await deleteLinks(db, userId, purpose === 'confirm' ? [] : ['confirm', 'reset', 'agree-email']);
    const action = purpose === 'confirm' ? 'email confirmed' : 'email changed';
    await audit(db, origin, { actor: actingUser(userId), action, subject: subjectUser(userId) });
    return done('account.confirmed');
  });
}

async function agreeToAddress(db: Queryable, userId: number, origin: Origin): Promise<Outcome> {
  if (!(await endWaitOfAddress(db, userId))) return refused('account.linkDead');
  await audit(db, origin, { actor: actingUser(userId), action: 'email change agreed', subject: subjectUser(userId) });
  return done('account.email.agreed');
}

/** Returns false if the address is taken. A confirmed old address can undo the change. */
async function changeAddress(db: Queryable, deps: AccountDeps, userId: number, email: string): Promise<boolean> {
  const before = await findProfile(db, userId);
  if (!before || !(await updateEmail(db, userId, email))) return false;
  if (before.wasConfirmed) await mailAddressChanged(db, before, email, await createEmailUndo(db, deps, before));
  return true;
}

/** Sends the confirmation email again to a Pending user. */
export async function resendConfirmation(deps: AccountDeps, userId: number): Promise<Outcome> {
  const profile = await findProfile(deps.pool, userId);
  if (profile?.status !== 'Pending') return done('account.alreadyConfirmed');
  await countEmailTo(deps.pool, 'confirm', profile.email);
  return withTransaction(deps.pool, async (db) => {
    const user = await lockProfile(db, userId);
    if (user?.status !== 'Pending') return done('account.alreadyConfirmed');
    await mailWelcome(db, user.email, await createEmailLink(db, deps, 'confirm', { userId, email: user.email }));
    return done('account.confirmationSent');
  });
}
