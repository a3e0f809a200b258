import { type Columns, type Queryable, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { PayoutAccounts } from '#lib/server/database/rows.ts';
import type { Payee } from '../model/payout-account-form.ts';

export type PayoutAccount = Columns<
  PayoutAccounts,
  'id' | 'holder' | 'address' | 'bank' | 'account' | 'bic' | 'effective_at'
>;

const SELECT = 'select id, holder, address, bank, account, bic, effective_at as "effectiveAt" from payout_accounts';
const LOCK_USER = statement('select id from users where id = $1 for no key update');
const INSERT = statement(`
  insert into payout_accounts (user_id, holder, bank, account, bic, address) values ($1, $2, $3, $4, $5, $6)
  returning id, effective_at as "effectiveAt"`);
const CANCEL = statement(`
  update payout_accounts set canceled_at = now()
  where user_id = $1 and canceled_at is null and effective_at > now() returning id`);

/** Returns the account that we send money of a user to now; null if there is none. */
export const payoutAccountOf = queryFirst<PayoutAccount, [userId: number]>(`
  ${SELECT} where id = payout_account_in_force($1)`);

/** Returns the account that a user has entered and that is not in effect yet. */
export const pendingPayoutAccount = queryFirst<PayoutAccount, [userId: number]>(`
  ${SELECT} where user_id = $1 and canceled_at is null and effective_at > now() order by id desc limit 1`);

/** Adds an account that takes effect in a day. It replaces one that waits. */
export async function insertPayoutAccount(
  db: Queryable,
  userId: number,
  { holder, bank, account, bic, address }: Payee,
): Promise<Pick<PayoutAccount, 'id' | 'effectiveAt'>> {
  await rowsOf(db, LOCK_USER, [userId]);
  await rowsOf(db, CANCEL, [userId]);
  return (
    await rowsOf<Pick<PayoutAccount, 'id' | 'effectiveAt'>>(db, INSERT, [userId, holder, bank, account, bic, address])
  )[0]!;
}

/** Returns false if no account waits. */
export async function cancelPayoutAccount(db: Queryable, userId: number): Promise<boolean> {
  return (await rowsOf(db, CANCEL, [userId])).length > 0;
}
