import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { payoutAccountOf } from './payout-account-store.ts';

/**
 * Returns the account to which money is given back by transfer: the one that its buyer entered, in force. Throws if there is none, or another one
 * than somebody saw. `seenId`: null if nobody looked.
 */
export async function accountToGiveBack(db: Queryable, userId: number, seenId: number | null): Promise<number> {
  const account = await payoutAccountOf(db, userId);
  if (!account) throw new AppError('conflict', 'no account', { messageKey: 'refund.onlyInPerson' });
  if (seenId !== null && seenId !== account.id)
    throw new AppError('conflict', 'another account', { messageKey: 'refund.accountChanged' });
  return account.id;
}
