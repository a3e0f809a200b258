import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { actingUser, actingVisitor, audit, subjectUser } from '#features/people/audit/server/audit.ts';
import { SUPPORT_WAIT_S } from '#features/people/sessions/model/lifetimes.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { deleteSessionsOf } from '#features/people/sessions/server/session-store.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import {
  activateUser,
  findProfile,
  lockProfile,
  loginOf,
  type ProfileRow,
  replacePassword,
  updateEmail,
  wasFactorReset,
} from '../account-store.ts';
import { randomPassword } from '../first-accounts.ts';
import {
  ADDRESS_LINKS,
  consumeLink,
  createEmailLink,
  createEmailUndo,
  deleteEmailUndosFrom,
  deleteKnownDevices,
  deleteLinks,
  type EmailUndo,
  endWaitOfAddress,
  isLinkWaiting,
  lockEmailUndo,
} from '../link-store.ts';
import { deleteSecondFactor, hasSecondFactor } from '../second-factor-store.ts';
import {
  canEmailTo,
  countEmailTo,
  countNewAddress,
  mailAddressBySupport,
  mailAddressChanged,
  mailAddressChanging,
  mailConfirmNewAddress,
  mailReset,
  mailWelcome,
} from './account-mails.ts';

/** Starts a change by the user. The link sent to the new address applies it, and the one to the old address undoes it. */
export async function beginOwnChange(
  db: Queryable,
  deps: AccountDeps,
  user: ProfileRow,
  email: string,
): Promise<Outcome> {
  await countNewAddress(db, user.id);
  await warnOldAddress(db, deps, user, email);
  await deleteLinks(db, user.id, ['agree-email']);
  await sendConfirmation(db, deps, user, email, 0);
  return done('account.profileSavedConfirm');
}

/**
 * Starts a change that support entered. The link sent to the new address works once the old address agrees, or after three days in which
 * the old address can stop the change. An address that was never confirmed may be a stranger's, so it is not asked.
 */
export async function beginChangeBySupport(
  db: Queryable,
  deps: AccountDeps,
  user: ProfileRow,
  email: string,
): Promise<Outcome> {
  if (await wasFactorReset(db, user.id)) return refused('account.email.factorWasReset', 'email');
  await deleteLinks(db, user.id, ['confirm', 'agree-email']);
  if (!user.wasConfirmed) {
    await warnOldAddress(db, deps, user, email);
    await sendConfirmation(db, deps, user, email, 0);
    return done('account.profileSaved');
  }
  // The owner can stop the change only with this email, so above the limit the change fails.
  await countEmailTo(db, 'address changing', user.email);
  const agreeUrl = await createEmailLink(db, deps, 'agree-email', { userId: user.id, email: user.email });
  const undoUrl = await createEmailUndo(db, deps, user);
  await mailAddressBySupport(db, user, email, { agreeUrl: `${agreeUrl}&agree=1`, undoUrl });
  await sendConfirmation(db, deps, user, email, SUPPORT_WAIT_S);
  return done('account.profileSaved');
}

async function warnOldAddress(db: Queryable, deps: AccountDeps, user: ProfileRow, email: string): Promise<void> {
  if (!(await canEmailTo(db, 'address changing', user.email))) return;
  // An unconfirmed address may be a stranger's, who must not get into the account.
  const undoUrl = !user.wasConfirmed ? null : await createEmailUndo(db, deps, user);
  const forgotUrl = `${deps.siteOrigin}/forgotpassword`;
  await mailAddressChanging(db, user, email, { undoUrl, forgotUrl });
}

async function sendConfirmation(
  db: Queryable,
  deps: AccountDeps,
  { id }: ProfileRow,
  email: string,
  waitS: number,
): Promise<void> {
  await countEmailTo(db, 'new address', email);
  const url = await createEmailLink(db, deps, 'change-email', { userId: id, email }, waitS);
  await mailConfirmNewAddress(db, email, url, waitS > 0);
}

/**
 * Confirms the address that received a link: activates the account, or applies a pending change of address. If support
 * entered the change, a link to the old address agrees to it. Until then the link to the new one waits three days.
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

/** Returns false if the address is taken. Emails an undo link to the old address if it was confirmed. */
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

/**
 * Restores the address that received the link, even if the change was confirmed. Treats the account as taken over: ends
 * its sessions, links and password, and emails a reset link to the restored address.
 */
export async function undoEmailChange(deps: AccountDeps, token: string, origin: Origin): Promise<Outcome> {
  const { pool, hasher } = deps;
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return refused('account.undo.linkDead');
  // A random password, because the attacker may know the current one.
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
  await deleteSessionsOf(db, 'user', userId);
  await deleteKnownDevices(db, 'user', userId);
  if (await hasSecondFactor(db, 'user', userId, since)) await deleteSecondFactor(db, 'user', userId);
}
