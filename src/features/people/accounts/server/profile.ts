import {
  actingAdmin,
  actingUser,
  audit,
  changesForAudit,
  PERSONAL,
  subjectUser,
} from '#features/people/audit/server/audit.ts';
import { done, type Outcome, refused } from '#features/people/sessions/server/outcome.ts';
import { AppError } from '#lib/app-error.ts';
import { emailKey } from '#lib/email-address.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { type Caller, type Origin, userOf } from '#lib/server/http/caller.ts';
import { countryOfPhone, phoneNumber } from '#lib/server/phone-number.ts';
import type { UserStatus } from '../model/account.ts';
import { isReservedName } from '../model/reserved-name.ts';
import type { AccountDeps } from './account-deps.ts';
import {
  findProfile,
  isEmailTaken,
  lockProfile,
  type ProfileRow,
  updateProfileRow,
  updateStatus,
} from './account-store.ts';
import { beginChangeBySupport, beginOwnChange } from './email/change-email.ts';
import { checkFreshPassword } from './passwords.ts';

/**
 * Returns the id of the user to act on: the caller's own, or any `id` for an administrator. Throws `forbidden` for
 * other ids whether or not they exist, so ids cannot be probed.
 */
export function targetUserId(caller: Caller, id: number | undefined): number {
  if (id === undefined || caller.user?.id === id) return userOf(caller).id;
  if (caller.admin) return id;
  throw new AppError('forbidden', 'id of another user');
}

/** Error for a save that is not based on the latest version. */
export function staleVersion(): AppError {
  return new AppError('conflict', 'stale version', { messageKey: 'admin.stale', fields: { version: 'stale' } });
}

export async function getProfile({ pool }: AccountDeps, caller: Caller, id: number | undefined): Promise<ProfileRow> {
  const profile = await findProfile(pool, targetUserId(caller, id));
  if (!profile) throw new AppError('not_found', 'no such user');
  return profile;
}

export async function currentUser(
  { pool }: AccountDeps,
  { user }: Caller,
): Promise<{ id: number; name: string } | null> {
  const profile = user && (await findProfile(pool, user.id));
  return profile && { id: profile.id, name: profile.name };
}

const SAVED = done('account.profileSaved');

type ProfileChange = {
  id?: number | undefined;
  name: string;
  email: string;
  mobile: string;
  mobile_country?: string | undefined;
  /** Current password of the user. */
  password?: string | undefined;
  /** Used only if an administrator saves the profile. */
  status?: UserStatus | undefined;
  version?: number | undefined;
};

/**
 * Saves name and mobile number. A new email address takes effect when the link emailed to it is opened; one that support entered also
 * waits for the old address. A user needs a recent login or the current password for a new address. Throws `conflict` if
 * `version` is not the latest.
 */
export async function updateProfile(
  deps: AccountDeps,
  caller: Caller,
  change: ProfileChange,
  origin: Origin,
): Promise<Outcome> {
  const { pool } = deps;
  const id = targetUserId(caller, change.id);
  const isNew = (profile: ProfileRow) => emailKey(change.email) !== emailKey(profile.email);
  const { name, email } = change;
  const own = caller.user?.id === id && (caller.admin === null || change.version === undefined);
  const status = own ? undefined : change.status;
  const current = await findProfile(pool, id);
  const checked = own && current && isNew(current);
  const mobile = phoneNumber(change.mobile, [change.mobile_country, current?.mobile && countryOfPhone(current.mobile)]);
  if (mobile === null) return refused('account.mobile.digits', 'mobile');
  const proof = checked ? await checkFreshPassword(deps, 'user', userOf(caller), change.password, origin) : 'needed';
  if (proof === 'wrong') return refused('account.password.wrong', 'password');
  // A name that was chosen before it was reserved can stay when the rest of the profile is saved.
  if (name !== current?.name && isReservedName(name, await deps.operatorName()))
    return refused('account.name.reserved', 'name');
  return withTransaction(pool, async (db) => {
    const before = await lockProfile(db, id);
    if (!before) throw new AppError('not_found', 'no such user');
    if (change.version !== undefined && change.version !== before.version) throw staleVersion();
    const newAddress = isNew(before);
    if (own && newAddress && proof !== 'proved') return refused('account.password.neededForEmail', 'password');
    if (newAddress && (await isEmailTaken(db, email, id))) return refused('account.email.taken', 'email');

    const saved = newAddress ? await (own ? beginOwnChange : beginChangeBySupport)(db, deps, before, email) : SAVED;
    if (!saved.done) return saved;
    await updateProfileRow(db, id, { name, mobile, pendingEmail: newAddress ? email : before.pendingEmail });
    if (status !== undefined && status !== before.status) await updateStatus(db, id, status);
    await audit(db, origin, {
      actor: own ? actingUser(id) : actingAdmin(caller.admin?.id ?? 0),
      action: 'profile changed',
      subject: subjectUser(id),
      details: changesForAudit(before, { name, mobile, email, status: status ?? before.status }, PERSONAL),
    });
    return saved;
  });
}
