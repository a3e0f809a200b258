import { SUPPORT_WAIT_S } from '#features/people/sessions/model/session-lifetime.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { AccountDeps } from '../account-deps.ts';
import { type ProfileRow, wasFactorReset } from '../account-store.ts';
import { createEmailLink, deleteLinks } from '../link-store.ts';
import { mailAddressBySupport, mailAddressChanging, mailConfirmNewAddress } from './account-mails.ts';
import { createEmailUndo } from './email-undo-store.ts';
import { canEmailTo, countEmailTo, countNewAddress } from './mail-limits.ts';

/** Starts a change that the user asked for. It takes effect when the link sent to the new address is opened; the old address can undo it. */
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
  // Without this email nobody could stop the change, so it is not left out above the limit.
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
