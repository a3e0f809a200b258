import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { paths } from '#paths.ts';
import type { PayoutAccountsResponse } from '../model/payout-account-contract.ts';
import { type PayoutAccount, payoutAccountOf, pendingPayoutAccount } from './payout-account-store.ts';

/** Returns the account of a user that counts and the one that waits, as the owner sees them. */
export async function payoutAccountsOf(db: Queryable, userId: number): Promise<PayoutAccountsResponse> {
  return {
    account: toResponse(await payoutAccountOf(db, userId)),
    pending: toResponse(await pendingPayoutAccount(db, userId)),
  };
}

function toResponse(account: PayoutAccount | null): PayoutAccountsResponse['account'] {
  if (!account) return null;
  const { holder, bank, account: number, effectiveAt } = account;
  return { holder, bank, account_end: accountEnd(number), effective_at: effectiveAt.toISOString() };
}

/**
 * Returns the buyer's current account, which receives refunds by transfer. Throws if there is none, or if it is not the one that the caller saw.
 * `seenId`: null if the caller saw none.
 */
export async function accountToGiveBack(db: Queryable, userId: number, seenId: number | null): Promise<number> {
  const account = await payoutAccountOf(db, userId);
  if (!account) throw new AppError('conflict', 'no account', { messageKey: 'refund.onlyInPerson' });
  if (seenId !== null && seenId !== account.id)
    throw new AppError('conflict', 'another account', { messageKey: 'refund.accountChanged' });
  return account.id;
}

/** Says in an email that a refund goes by transfer, and to which account, or asks the buyer to enter one. */
export async function refundByTransferTexts(
  db: Queryable,
  t: Translator,
  site: string,
  { userId, cents }: { userId: number; cents: number },
): Promise<string[]> {
  return [t('mail.transfer.back', { amount: t.cents(cents) }), await refundAccountText(db, t, site, userId)];
}

/** Says to which account refunds by transfer go, or asks the buyer to enter one. */
export async function refundAccountText(db: Queryable, t: Translator, site: string, userId: number): Promise<string> {
  const account = await payoutAccountOf(db, userId);
  if (account) return t('mail.transfer.back.account', { end: accountEnd(account.account) });
  const pending = await pendingPayoutAccount(db, userId);
  if (!pending) return t('mail.transfer.back.ask', { address: site + paths.payoutAccount });
  return t('mail.transfer.back.waits', { end: accountEnd(pending.account), time: t.utcTime(pending.effectiveAt) });
}
