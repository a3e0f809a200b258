import { lockForCheckout } from '#features/catalog/server/api.ts';
import { askOrder } from '#features/payments/order-acts/server/ask-order.ts';
import { type PayoutAccount, payoutAccountOf } from '#features/payments/payout-accounts/server/payout-account-store.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carsOfPayment, findPayment, lockPayment, recordPaymentEvent } from '../payment-store.ts';
import { recordRefundOutcome } from '../refunds/refund-payment.ts';
import {
  isPending,
  lockPerson,
  type Refund,
  recordRefundAsked,
  refundLimit,
  refundsOfPayment,
} from '../refunds/refund-store.ts';

/**
 * `reference`: the bank's id of the outgoing transfer. `accountId`: the account of the buyer that the person saw. `payerReason`: why it went back
 * to the payer.
 */
type Sent = { reference: string | null; accountId?: number | null; payerReason?: string | null };

/**
 * Records, for a person in finance, that a refund was sent. Idempotent. Throws while a sanctions hit holds the order.
 */
export function recordRefundSentByAdmin(
  deps: PaymentDeps,
  adminId: number,
  paymentId: number,
  { refundId, ...sent }: Sent & { refundId: number | null },
  origin: Origin,
): Promise<void> {
  return withTransaction(deps.pool, async (db) => {
    const refund = chosenRefund(await lockTransferRefunds(db, paymentId), refundId);
    if (refund.done) return;
    await recordTransferRefundSent(db, deps, refund, sent, adminId);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'refund sent',
      subject: { kind: 'payment', id: paymentId },
      details: { refund: refund.id, cents: refund.amountCents, ...sent },
    });
  });
}

const noneWaits = () => new AppError('conflict', 'no refund waits', { messageKey: 'refund.noneWaits' });

/** Returns the refund with an id, or the only one of its payment that did not fail. */
function chosenRefund(refunds: Refund[], id: number | null): Refund {
  const possible = refunds.filter((refund) => refund.failure === null && (id === null || refund.id === id));
  if (possible.length > 1) throw new AppError('conflict', 'several refunds', { messageKey: 'refund.whichOne' });
  if (!possible[0]) throw noneWaits();
  return possible[0];
}

/** Locks cars, order and payment of a transfer, and returns its refunds, the oldest first. */
export async function lockTransferRefunds(db: Queryable, paymentId: number): Promise<Refund[]> {
  const snapshot = await findPayment(db, paymentId);
  if (!snapshot) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  for (const car of await carsOfPayment(db, snapshot)) await lockForCheckout(db, car);
  await lockPayment(db, paymentId);
  return snapshot.method === 'bank_transfer' ? (await refundsOfPayment(db, paymentId)).refunds : [];
}

/**
 * Records that finance sent a waiting refund by transfer, and to which account. Without `adminId` a statement line proves it, and the account is
 * the buyer's current one. The caller holds the locks.
 */
export async function recordTransferRefundSent(
  db: Queryable,
  deps: PaymentDeps,
  refund: Refund,
  { reference, accountId = null, payerReason = null }: Sent,
  adminId: number | null = null,
): Promise<void> {
  const { id, paymentId, amountCents } = refund;
  const payment = await findPayment(db, paymentId);
  if (!payment || !isPending(refund)) throw noneWaits();
  if (payment.orderId !== null) await askOrder(db, payment.orderId, 'send_refund', { now: deps.clock.now() });
  const by = adminId === null ? null : { adminId, accountId, payerReason };
  const target = await decideTarget(db, await refundTargets(db, payment), refund, by);
  await insertRefundTransfer(db, id, target, { reference, adminId });
  await recordRefundAsked(db, id);
  await recordPaymentEvent(db, paymentId, 'refund sent', { refund: id, amountCents, reference });
  await recordRefundOutcome(deps, db, refund, { state: 'done', failure: null });
}

/**
 * Records on behalf of a person in finance that the bank returned a refund that was sent by transfer: it is owed again, and can be asked for
 * again. A repeated call changes nothing.
 */
export function recordRefundReturned(
  deps: PaymentDeps,
  adminId: number,
  paymentId: number,
  { refundId, reason }: { refundId: number; reason: string },
  origin: Origin,
): Promise<void> {
  return withTransaction(deps.pool, async (db) => {
    const refund = (await lockTransferRefunds(db, paymentId)).find(({ id }) => id === refundId);
    if (refund && refund.failure !== null) return;
    if (!refund?.done) throw new AppError('conflict', 'the refund was not sent', { messageKey: 'refund.notSent' });
    await recordTransferRefundReturned(deps, db, refund, reason);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'refund returned',
      subject: { kind: 'payment', id: paymentId },
      details: { refund: refund.id, cents: refund.amountCents, reason },
    });
  });
}

/** Records that the bank returned a refund that was sent: it is owed again. The caller holds the locks of order and payment. */
export function recordTransferRefundReturned(
  deps: PaymentDeps,
  db: Queryable,
  refund: Refund,
  reason: string,
): Promise<void> {
  return recordRefundOutcome(deps, db, refund, { state: 'failed', failure: reason });
}

/** Where the refunds of a transfer can go: to the buyer's account in force; without one, back to the payer. */
export type RefundTargets = { account: PayoutAccount | null; payer: Payer | null };

export async function refundTargets(
  db: Queryable,
  { id, userId }: { id: number; userId: number },
): Promise<RefundTargets> {
  return { account: await payoutAccountOf(db, userId), payer: await payerOf(db, id) };
}

/** `accountId`: the account that the person saw. `payerReason`: why it went back to the payer. */
type SentBy = { adminId: number; accountId: number | null; payerReason: string | null };

const refuse = (messageKey: MessageKey) => new AppError('conflict', messageKey, { messageKey });

/**
 * Returns where a refund went: to the account of the buyer in force. Without one, a person may send it back to the payer that the bank
 * named, with a reason and up to the limit of refunds within a day. Throws otherwise. `by`: null for a line of a statement.
 */
async function decideTarget(
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

/** The account that a transfer came from, as a line of a bank statement names it. */
type Payer = { lineId: number; name: string | null; account: string };

const PAYER = statement(`
  select l.id as "lineId", l.counterparty as name, l.counterparty_account as account
  from payments p join statement_lines l on l.id = p.statement_line_id where p.id = $1 and l.counterparty_account <> ''`);
const SENT_TODAY = statement('select sent_to_payers_today($1) as cents');
const INSERT = statement(`
  insert into refund_transfers (refund_id, account_id, payer_line_id, reason, reference, admin_id)
  values ($1, $2, $3, $4, nullif(left($5, 200), ''), $6)`);

/** Returns the payer of a transfer; null if the bank did not name the account. */
async function payerOf(db: Queryable, paymentId: number): Promise<Payer | null> {
  return (await rowsOf<Payer>(db, PAYER, [paymentId]))[0] ?? null;
}

/** Returns what a person recorded within a day as sent back to payers. The caller holds the lock of the person. */
async function sentToPayersToday(db: Queryable, adminId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, SENT_TODAY, [adminId]))[0]?.cents ?? 0;
}

type RefundTarget = { accountId: number } | { payerLineId: number; reason: string };

/** Records where a refund was sent to. The caller holds the lock of its payment. */
async function insertRefundTransfer(
  db: Queryable,
  refundId: number,
  target: RefundTarget,
  { reference, adminId }: { reference: string | null; adminId: number | null },
): Promise<void> {
  const [account, line, reason] =
    'accountId' in target ? [target.accountId, null, null] : [null, target.payerLineId, target.reason];
  await rowsOf(db, INSERT, [refundId, account, line, reason, reference, adminId]);
}
