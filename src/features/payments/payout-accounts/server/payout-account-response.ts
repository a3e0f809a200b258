import { accountEnd } from '#features/site/issued-documents/model/claimed-names.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
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
