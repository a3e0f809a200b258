import { type PayoutAccount, payoutAccountOf } from '#features/payments/payout-accounts/server/payout-account-store.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { lockPerson, type Refund, refundLimit } from '../refunds/refund-store.ts';
import { type Payer, payerOf, type RefundTarget, sentToPayersToday } from './refund-transfer-store.ts';

/** Where the refunds of a transfer can go: to the buyer's account in force; without one, back to the payer. */
export type RefundTargets = { account: PayoutAccount | null; payer: Payer | null };

export async function refundTargets(
  db: Queryable,
  { id, userId }: { id: number; userId: number },
): Promise<RefundTargets> {
  return { account: await payoutAccountOf(db, userId), payer: await payerOf(db, id) };
}

/** `accountId`: the account that the person saw. `payerReason`: why it went back to the payer. */
export type SentBy = { adminId: number; accountId: number | null; payerReason: string | null };

const refuse = (messageKey: MessageKey) => new AppError('conflict', messageKey, { messageKey });

/**
 * Returns where a refund went: to the account of the buyer in force. Without one, a person may send it back to the payer that the bank
 * named, with a reason and up to the limit of refunds within a day. Throws otherwise. `by`: null for a line of a statement.
 */
export async function decideTarget(
  db: Queryable,
  { account, payer }: RefundTargets,
  { amountCents }: Pick<Refund, 'amountCents'>,
  by: SentBy | null,
): Promise<RefundTarget> {
  if (account) {
    if (by?.payerReason) throw refuse('refund.hasAccount');
    if (by && by.accountId !== null && by.accountId !== account.id) throw refuse('refund.accountChanged');
    return { accountId: account.id };
  }
  if (!by) throw refuse('refund.lineWithoutAccount');
  if (!by.payerReason || by.accountId !== null) throw refuse('refund.noAccount');
  if (!payer) throw refuse('refund.noPayer');
  await lockPerson(db, by.adminId);
  if (amountCents + (await sentToPayersToday(db, by.adminId)) > (await refundLimit(db)))
    throw refuse('refund.payerLimit');
  return { payerLineId: payer.lineId, reason: by.payerReason };
}
