import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';
import { LOGIN_CHANGE_BLOCK_MS } from '../../model/guarded-change.ts';
import type { AccountDeps } from '../account-deps.ts';
import { loginChangedAt } from '../account-store.ts';
import { checkFreshPassword } from '../confirm-password.ts';
import { type CheckedCode, checkCode, type GuardedChange, refusedField } from './change-code.ts';

const CODES: Limit = { uses: 5, inSeconds: 3_600, messageKey: 'account.change.tooManyCodes' };
const TRIES: Limit = { uses: 15, inSeconds: 3_600, messageKey: 'account.change.tooManyTries' };

/** Returns the time before which a changed login blocks guarded changes of the user; null if nothing does. */
export async function loginBlocksUntil(db: Queryable, userId: number, now: Date): Promise<Date | null> {
  const changedAt = await loginChangedAt(db, userId);
  if (!changedAt) return null;
  const until = new Date(changedAt.getTime() + LOGIN_CHANGE_BLOCK_MS);
  return until > now ? until : null;
}

/** Counts an emailed code of a user. Throws if there were too many within an hour. */
export function countCode(db: Queryable, userId: number): Promise<void> {
  return countAttempt(db, `codes for changes of user ${userId}`, CODES);
}

/**
 * Checks the password and then the emailed code of a change; both count as tries. The caller uses the code up in the transaction of the change.
 * Must not run in a transaction.
 */
export async function proveChange(
  accounts: AccountDeps,
  user: SignedIn,
  change: GuardedChange,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  now: Date,
  origin: Origin,
): Promise<CheckedCode> {
  if (!password) throw refusedField('password', 'account.change.passwordNeeded');
  if (!code) throw refusedField('code', 'account.change.codeNeeded');
  if ((await checkFreshPassword(accounts, 'user', user, password, origin)) !== 'proved')
    throw refusedField('password', 'account.change.wrongPassword');
  await countAttempt(accounts.pool, `code tries of user ${user.id}`, TRIES);
  return checkCode(accounts.pool, change, code, now);
}
