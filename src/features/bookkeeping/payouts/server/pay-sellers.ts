import { z } from 'zod';
import type { PayoutState } from '#features/bookkeeping/payouts/model/payout.ts';
import {
  askOrder,
  type BookedPayout,
  lockPerson,
  payableOf,
  payoutAccountOf,
  postDeduction,
  postPayoutBooked,
  postPayoutSent,
  postPayoutUndone,
  sellerOwes,
} from '#features/payments/server/api.ts';
import {
  type ApprovalKind,
  actingAdmin,
  audit,
  done,
  mailAddressOf,
  type Outcome,
  propose,
} from '#features/people/server/api.ts';
import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { mayIssueInvoices } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { issueStatement, type PayoutDeps } from './payout-statement.ts';
import {
  claimsOfOne,
  insertPayout,
  lockOrders,
  lockPayout,
  lockSeller,
  movePayout,
  openParts,
  type Payout,
  paidAloneToday,
  partsOfPayouts,
  payoutLimit,
  sumOf,
} from './payout-store.ts';
import { dueParts } from './read-payouts.ts';

const payloadSchema = z.object({
  payout: z.int(),
  cents: z.int(),
  holder: z.string(),
  account: z.string(),
  /** Whether buyers can still open claims. */
  early: z.boolean().optional(),
  /** Whether staff took money for one of its orders in person. */
  counted: z.boolean().optional(),
  /** Whether a payout for one of its orders was recorded as returned. */
  again: z.boolean().optional(),
});

/** Lets a payout above the limit be sent. The database refuses to send it without this second person. */
export const payoutApproval: ApprovalKind = {
  kind: 'payout',
  permission: 'payments:write',
  summary(payload, t) {
    const { payout, cents, holder, account, early, counted, again } = payloadSchema.parse(payload);
    const why = early ? 'early' : again ? 'again' : 'counted';
    return t(early || counted || again ? `admin.payouts.approval.${why}` : 'admin.payouts.approval', {
      id: payout,
      amount: t.cents(cents),
      holder,
      account: groupedAccount(account),
    });
  },
  async execute(db, payload, { approverId, origin }) {
    const { payout: id, cents } = payloadSchema.parse(payload);
    const payout = await lockPayout(db, id);
    if (payout?.cents !== cents || !(await movePayout(db, id, 'waiting', { to: 'approved', approvedBy: approverId })))
      throw new AppError('conflict', 'the payout changed', { messageKey: 'admin.payouts.changed' });
    await audit(db, origin, {
      actor: actingAdmin(approverId),
      action: 'payout approved',
      subject: { kind: 'payout', id },
      details: { cents },
    });
  },
};

/**
 * Prepares a payout of all that a seller may be paid now or, with `early`, also of what buyers can still claim. It waits for a second person
 * if buyers can still claim, if money of one of its orders rests on the word of one person, if a payout for one of them came back, and above the limit. Payouts of the last day to this seller and by this person count toward the limit, so that
 * several small payouts do not avoid it.
 */
export function createPayout(
  { pool, clock }: PayoutDeps,
  admin: SignedInAdmin,
  { sellerId, early }: { sellerId: number; early: boolean },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    await lockSeller(db, sellerId);
    if (!(await mayIssueInvoices(db, clock.now())).may)
      throw new AppError('conflict', 'no company', { messageKey: 'admin.payouts.noCompany' });
    if ((await openParts(db, sellerId)).length > 0)
      throw new AppError('conflict', 'an open payout', { messageKey: 'admin.payouts.openFirst' });
    const account = await payoutAccountOf(db, sellerId);
    if (!account) throw new AppError('conflict', 'no account', { messageKey: 'admin.payouts.noAccount' });
    const now = clock.now();
    const orders = (await dueParts(db, sellerId, now)).map(({ orderId }) => orderId);
    await lockOrders(db, orders);
    const deductedCents = await deductWhatIsOwed(db, sellerId, now);
    const owed = await dueParts(db, sellerId, now);
    const parts = owed.filter(({ isDue, isEarly }) => isDue || (early && isEarly));
    const cents = sumOf(parts);
    if (deductedCents > 0) {
      const details = { seller: sellerId, cents: deductedCents };
      const subject = { kind: 'user', id: sellerId } as const;
      await audit(db, origin, { actor: actingAdmin(admin.id), action: 'payout deducted', subject, details });
      if (cents === 0) return done('admin.payouts.allDeducted');
    }
    if (cents === 0) {
      const messageKey = owed.some(({ isEarly }) => isEarly) ? 'acts.payoutEarly' : 'admin.payouts.nothingDue';
      throw new AppError('conflict', 'nothing is due', { messageKey });
    }
    const isEarly = parts.some((part) => part.isEarly);
    await lockPerson(db, admin.id);
    const { isCounted, isAgain } = await claimsOfOne(db, parts);
    const needsSecondPerson =
      isEarly ||
      isCounted ||
      isAgain ||
      cents + (await paidAloneToday(db, sellerId, admin.id)) > (await payoutLimit(db));
    const id = await insertPayout(db, {
      sellerId,
      accountId: account.id,
      parts,
      needsSecondPerson,
      createdBy: admin.id,
    });
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'payout prepared',
      subject: { kind: 'payout', id },
      details: { seller: sellerId, cents, account: account.id, needsSecondPerson },
    });
    if (!needsSecondPerson) return done('admin.payouts.prepared');
    const { holder, account: number } = account;
    const proposal = { payout: id, cents, holder, account: number, early: isEarly, counted: isCounted, again: isAgain };
    return propose(db, payoutApproval, proposal, admin, origin);
  });
}

/**
 * Deducts what a seller owes us, because it was refunded to buyers after it was paid out, from what the seller is owed now. Returns the
 * cents. The caller holds the locks of the seller and of the orders.
 */
async function deductWhatIsOwed(db: Queryable, sellerId: number, now: Date): Promise<number> {
  const owed = await sellerOwes(db, sellerId);
  let left = owed;
  for (const { orderId, cents } of (await dueParts(db, sellerId, now)).filter(({ isDue }) => isDue)) {
    const part = Math.min(left, cents);
    if (part <= 0) break;
    await postDeduction(db, orderId, sellerId, part);
    left -= part;
  }
  return owed - left;
}

type Action = 'payout sent' | 'payout booked' | 'payout failed' | 'payout canceled';

/** Records that finance has transferred a payout, and issues its statement. */
export function recordPayoutSent(deps: PayoutDeps, admin: SignedInAdmin, id: number, origin: Origin): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout sent', async (db, payout) => {
    const parts = (await partsOfPayouts(db, [id])).get(id) ?? [];
    await lockOrders(
      db,
      parts.map(({ orderId }) => orderId),
    );
    // A payout that needs a second person is sent only after the approval.
    const asked = { now: deps.clock.now(), isApproved: payout.needsSecondPerson };
    for (const { orderId } of parts) await askOrder(db, orderId, 'pay_out', asked);
    if ((await payoutAccountOf(db, payout.sellerId))?.id !== payout.accountId)
      throw new AppError('conflict', 'another account', { messageKey: 'admin.payouts.accountChanged' });
    const owed = new Map((await payableOf(db, payout.sellerId)).map(({ orderId, cents }) => [orderId, cents]));
    if (parts.some(({ orderId, cents }) => cents > (owed.get(orderId) ?? 0)))
      throw new AppError('conflict', 'less is owed', { messageKey: 'admin.payouts.lessOwed' });
    await move(db, payout, 'approved', { to: 'sent' });
    await postPayoutSent(db, id, parts);
    await mailPayout(db, deps.siteOrigin, payout);
    await issueStatement(db, deps, payout, parts);
    return done('admin.payouts.sent');
  });
}

/** Records by hand that the bank has paid a payout. The amount stays in transit until its line of a statement is matched. */
export function bookPayout(
  deps: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  feeCents: number,
  origin: Origin,
): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout booked', async (db) => {
    await recordPayoutBooked(db, id, { feeCents, from: 'bank_in_transit' });
    return done('admin.payouts.booked');
  });
}

/**
 * Records that the bank has paid a payout, in the caller's transaction, and returns its cents without the fee. Throws
 * unless the payout is on its way.
 */
export async function recordPayoutBooked(
  db: Queryable,
  id: number,
  { feeCents, from }: { feeCents: number; from: BookedPayout['from'] },
): Promise<number> {
  const payout = await lockPayout(db, id);
  if (!payout) throw payoutNotFound();
  await move(db, payout, 'sent', { to: 'booked', feeCents });
  await postPayoutBooked(db, id, { cents: payout.cents, feeCents, from });
  return payout.cents;
}

/** Records that a payout came back: the seller is owed again. */
export function failPayout(
  deps: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  reason: string,
  origin: Origin,
): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout failed', async (db, payout) => {
    const parts = (await partsOfPayouts(db, [id])).get(id) ?? [];
    await lockOrders(
      db,
      parts.map(({ orderId }) => orderId),
    );
    await move(db, payout, 'sent', { to: 'failed', reason });
    await postPayoutUndone(db, id, parts);
    await mailPayout(db, deps.siteOrigin, payout, reason);
    return done('admin.payouts.failed');
  });
}

/** Cancels a payout that was not sent. */
export function cancelPayout(
  deps: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  reason: string,
  origin: Origin,
): Promise<Outcome> {
  return settle(deps, admin, id, origin, 'payout canceled', async (db, payout) => {
    await move(db, payout, payout.state === 'waiting' ? 'waiting' : 'approved', { to: 'canceled', reason });
    return done('admin.payouts.canceled');
  });
}

const payoutNotFound = () => new AppError('not_found', 'no such payout', { messageKey: 'admin.payouts.notFound' });

async function move(
  db: Queryable,
  { id, state }: Payout,
  from: PayoutState,
  change: Parameters<typeof movePayout>[3],
): Promise<void> {
  if (state !== from || !(await movePayout(db, id, from, change)))
    throw new AppError('conflict', `a ${state} payout`, { messageKey: 'admin.payouts.changed' });
}

function settle(
  { pool }: PayoutDeps,
  admin: SignedInAdmin,
  id: number,
  origin: Origin,
  action: Action,
  work: (db: Queryable, payout: Payout) => Promise<Outcome>,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const payout = await lockPayout(db, id);
    if (!payout) throw payoutNotFound();
    // Before the work, because documents must come last.
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action,
      subject: { kind: 'payout', id },
      details: { cents: payout.cents, before: payout.state },
    });
    return work(db, payout);
  });
}

/** Emails a seller that a payout is on its way, or that it came back. `reason`: why it came back. */
async function mailPayout(
  db: Queryable,
  site: string,
  { sellerId, cents }: Pick<Payout, 'sellerId' | 'cents'>,
  reason: string | null = null,
): Promise<void> {
  const seller = await mailAddressOf(db, sellerId);
  const account = await payoutAccountOf(db, sellerId);
  if (!seller) return;
  const t = recipientTranslator();
  const subject = t(reason === null ? 'mail.payout.sent' : 'mail.payout.failed', { amount: t.cents(cents) });
  const sent = account
    ? [t('mail.payout.sent.text', { holder: account.holder, end: accountEnd(account.account) })]
    : [];
  const failed = [t('mail.payout.failed.text', { reason: reason ?? '' }), t('mail.payout.failed.ask')];
  const content = {
    title: subject,
    paragraphs: [t('mail.greeting', { name: seller.name }), ...(reason === null ? sent : failed)],
    action: { label: t('mail.seller.toPayouts'), url: site + paths.myPayouts },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: seller.email, subject, ...composeMail(content, t) });
}
