import { z } from 'zod';
import { lockForCheckout } from '#features/catalog/server/api.ts';
import { askOrder } from '#features/payments/order-acts/server/ask-order.ts';
import { type PayoutAccount, payoutAccountOf } from '#features/payments/payout-accounts/server/payout-account-store.ts';
import { type ApprovalKind, actingAdmin, audit, propose } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type Queryable, queryFirst, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import { WHY_TWO_SEND } from '../../model/payment-contract.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carsOfPayment, findPayment, lockPayment, recordPaymentEvent } from '../payment-store.ts';
import { recordRefundOutcome } from '../refunds/refund-payment.ts';
import { isPending, lockPerson, type Refund, recordRefundAsked, refundsOfPayment } from '../refunds/refund-store.ts';

/**
 * `reference`: the bank's id of the outgoing transfer. `accountId`: the account of the buyer that the person saw. `payerReason`: why it went back
 * to the payer.
 */
type Sent = { reference: string | null; accountId?: number | null; payerReason?: string | null };
/** A line of a statement that proves a refund, and who matched it. */
type Proof = { reference: string | null; matchedBy: number };

const sentProposal = z.object({
  payment: z.int(),
  refund: z.int(),
  cents: z.int(),
  /** The account of the buyer; absent if it goes back to the payer. */
  account: z.int().optional(),
  to: z.string(),
  payerReason: z.string().nullable(),
  reference: z.string().nullable(),
  why: z.enum(WHY_TWO_SEND),
});
type SentProposal = z.output<typeof sentProposal>;

/** Lets a second person approve that a refund is sent, which one person alone may not send. */
export function refundSentApproval(deps: PaymentDeps): ApprovalKind {
  return {
    kind: 'refund sent',
    permission: 'payments:write',
    summary(payload, t) {
      const { payment, cents, to, why } = sentProposal.parse(payload);
      return t('refund.sent.approval', { payment, amount: t.cents(cents), to, why: t(`refund.sent.why.${why}`) });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      const proposal = sentProposal.parse(payload);
      const { payment, cents, account: accountId = null, payerReason, reference } = proposal;
      const refund = chosenRefund(await lockTransferRefunds(db, payment), proposal.refund);
      if (refund.done || refund.amountCents !== cents) throw noneWaits();
      const sent = { accountId, payerReason, reference };
      await recordSent(db, deps, refund, sent, { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/**
 * Records, for a person in finance, that a refund was sent. Idempotent. Throws while a sanctions hit holds the order. Proposes it to a second person if
 * the money goes to another person than the payer, rests on the word of one person, or exceeds the limit of one person within a day.
 */
export function recordRefundSentByAdmin(
  deps: PaymentDeps,
  adminId: number,
  paymentId: number,
  { refundId, ...sent }: Sent & { refundId: number | null },
  origin: Origin,
): Promise<'sent' | 'proposed'> {
  return withTransaction(deps.pool, async (db) => {
    const refund = chosenRefund(await lockTransferRefunds(db, paymentId), refundId);
    if (refund.done) return 'sent';
    const proposal = await proposalOf(db, deps, refund, sent, adminId);
    if (proposal) {
      const { done, messageKey } = await propose(db, refundSentApproval(deps), proposal, { id: adminId }, origin);
      if (!done) throw new AppError('conflict', 'proposed already', { messageKey });
      return 'proposed';
    }
    await recordSent(db, deps, refund, sent, { adminId, approvedBy: null }, origin);
    return 'sent';
  });
}

/** Returns what a second person has to approve; null if one person may send the refund. Locks the person. */
async function proposalOf(
  db: Queryable,
  deps: Pick<PaymentDeps, 'clock'>,
  refund: Refund,
  { reference, accountId = null, payerReason = null }: Sent,
  adminId: number,
): Promise<SentProposal | null> {
  const { targets, target } = await targetOf(db, deps, refund, { accountId, payerReason });
  await lockPerson(db, adminId);
  const why = await whyTwo(db, refund, target, adminId);
  if (why === null) return null;
  const { account, payer } = targets;
  const to = account ? `${account.holder}, ${account.account}` : `${payer?.name ?? ''}, ${payer?.account}`;
  const own = 'accountId' in target ? { account: target.accountId } : {};
  const { id, paymentId: payment, amountCents: cents } = refund;
  return { payment, refund: id, cents, ...own, to, payerReason, reference, why };
}

/** Returns, by refund id, why a person may send waiting refunds only with a second person. */
export async function whySentByTwo(
  db: Queryable,
  refunds: readonly Refund[],
  { account, payer }: RefundTargets,
  adminId: number,
): Promise<Map<number, SentProposal['why']>> {
  const target = account ? { accountId: account.id } : payer && { payerLineId: payer.lineId, reason: '' };
  const reasons = new Map<number, SentProposal['why']>();
  if (!target) return reasons;
  for (const refund of refunds.filter(isPending)) {
    const why = await whyTwo(db, refund, target, adminId);
    if (why) reasons.set(refund.id, why);
  }
  return reasons;
}

async function recordSent(
  db: Queryable,
  deps: PaymentDeps,
  refund: Refund,
  sent: Sent,
  by: By,
  origin: Origin,
): Promise<void> {
  const { reference, accountId = null, payerReason = null } = sent;
  const { target } = await targetOf(db, deps, refund, { accountId, payerReason });
  await recordTransfer(db, deps, refund, target, { reference, ...by, matchedBy: null });
  await audit(db, origin, {
    actor: actingAdmin(by.adminId),
    action: 'refund sent',
    subject: { kind: 'payment', id: refund.paymentId },
    details: {
      refund: refund.id,
      cents: refund.amountCents,
      ...sent,
      ...(by.approvedBy !== null && { approvedBy: by.approvedBy }),
    },
  });
}

type By = { adminId: number; approvedBy: number | null };

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
 * Records that a line of a statement proves a waiting refund by transfer, which went to the buyer's current account. Throws if one person alone may
 * not send it, because a second person approves it before. The caller holds the locks.
 */
export async function recordRefundProven(
  db: Queryable,
  deps: PaymentDeps,
  refund: Refund,
  { reference, matchedBy }: Proof,
): Promise<void> {
  const { target } = await targetOf(db, deps, refund, null);
  if ((await whyTwo(db, refund, target, matchedBy)) !== null) throw refuse('refund.lineNeedsSecond');
  await recordTransfer(db, deps, refund, target, { reference, adminId: null, approvedBy: null, matchedBy });
}

type Recorded = {
  reference: string | null;
  adminId: number | null;
  approvedBy: number | null;
  matchedBy: number | null;
};

async function recordTransfer(
  db: Queryable,
  deps: PaymentDeps,
  refund: Refund,
  target: RefundTarget,
  recorded: Recorded,
): Promise<void> {
  const { id, paymentId, amountCents } = refund;
  const { reference } = recorded;
  await insertRefundTransfer(db, id, target, recorded);
  await recordRefundAsked(db, id);
  await recordPaymentEvent(db, paymentId, 'refund sent', { refund: id, amountCents, reference });
  await recordRefundOutcome(deps, db, refund, { state: 'done', failure: null });
}

/** Returns where a waiting refund may go now. Throws if it does not wait, or if the order holds it. */
async function targetOf(
  db: Queryable,
  { clock }: Pick<PaymentDeps, 'clock'>,
  refund: Refund,
  by: SentBy | null,
): Promise<{ targets: RefundTargets; target: RefundTarget }> {
  const payment = await findPayment(db, refund.paymentId);
  if (!payment || !isPending(refund)) throw noneWaits();
  if (payment.orderId !== null) await askOrder(db, payment.orderId, 'send_refund', { now: clock.now() });
  const targets = await refundTargets(db, payment);
  return { targets, target: decideTarget(targets, by) };
}

const WHY_TWO = statement('select why_refund_needs_two($1, $2, $3) as why');

/** Returns why a refund is sent only by two people. The caller that sends it holds the lock of the person. */
async function whyTwo(
  db: Queryable,
  { id }: Refund,
  target: RefundTarget,
  adminId: number,
): Promise<SentProposal['why'] | null> {
  const account = 'accountId' in target ? target.accountId : null;
  return (await rowsOf<{ why: SentProposal['why'] | null }>(db, WHY_TWO, [id, account, adminId]))[0]?.why ?? null;
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
type SentBy = { accountId: number | null; payerReason: string | null };

const refuse = (messageKey: MessageKey) => new AppError('conflict', messageKey, { messageKey });

/**
 * Returns where a refund went: to the account of the buyer in force. Without one, a person may send it back to the payer that the bank
 * named, with a reason. Throws otherwise. `by`: null for a line of a statement.
 */
function decideTarget({ account, payer }: RefundTargets, by: SentBy | null): RefundTarget {
  if (account) {
    if (by?.payerReason) throw refuse('refund.hasAccount');
    if (by && by.accountId !== null && by.accountId !== account.id) throw refuse('refund.accountChanged');
    return { accountId: account.id };
  }
  if (!by) throw refuse('refund.lineWithoutAccount');
  if (!by.payerReason || by.accountId !== null) throw refuse('refund.noAccount');
  if (!payer) throw refuse('refund.noPayer');
  return { payerLineId: payer.lineId, reason: by.payerReason };
}

/** The account that a transfer came from, as a line of a bank statement names it. */
type Payer = { lineId: number; name: string | null; account: string };

const INSERT = statement(`
  insert into refund_transfers (refund_id, account_id, payer_line_id, reason, reference, admin_id, approved_by, matched_by)
  values ($1, $2, $3, $4, nullif(left($5, 200), ''), $6, $7, $8)`);

/** Returns the payer of a transfer; null if the bank did not name the account. */
const payerOf = queryFirst<Payer, [paymentId: number]>(`
  select l.id as "lineId", l.counterparty as name, l.counterparty_account as account
  from payments p join statement_lines l on l.id = p.statement_line_id where p.id = $1 and l.counterparty_account <> ''`);

type RefundTarget = { accountId: number } | { payerLineId: number; reason: string };

/** Records where a refund was sent to. The caller holds the lock of its payment. */
async function insertRefundTransfer(
  db: Queryable,
  refundId: number,
  target: RefundTarget,
  { reference, adminId, approvedBy, matchedBy }: Recorded,
): Promise<void> {
  const [account, line, reason] =
    'accountId' in target ? [target.accountId, null, null] : [null, target.payerLineId, target.reason];
  await rowsOf(db, INSERT, [refundId, account, line, reason, reference, adminId, approvedBy, matchedBy]);
}
