import { accountEnd } from '#features/site/issued-documents/model/claimed-names.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { paths } from '#paths.ts';
import { payoutAccountOf, pendingPayoutAccount } from './payout-account-store.ts';

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
