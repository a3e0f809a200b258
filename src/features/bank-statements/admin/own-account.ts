import { groupedAccount } from '#features/operator/model/bank-account.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';

/** The number of an account of ours, with its currency unless that is the one of the books. */
export function ownAccount({ account, currency }: { account: string; currency: string }): string {
  return currency === BOOKS_CURRENCY ? groupedAccount(account) : `${groupedAccount(account)} · ${currency}`;
}
