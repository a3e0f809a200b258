import { z } from 'zod';
import { lockPerson, payoutAccountOf, postDeduction, sellerOwes } from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, done, type Outcome, propose } from '#features/people/server/api.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { mayIssueInvoices } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { dueParts } from './due-payouts.ts';
import type { PayoutDeps } from './payout-deps.ts';
import {
  hasCountedMoney,
  insertPayout,
  lockOrders,
  lockPayout,
  lockSeller,
  movePayout,
  openParts,
  paidAloneToday,
  payoutLimit,
  sumOf,
} from './payout-store.ts';

const payloadSchema = z.object({
  payout: z.int(),
  cents: z.int(),
  holder: z.string(),
  account: z.string(),
  /** Whether buyers can still open claims. */
  early: z.boolean().optional(),
  /** Whether staff took money for one of its orders in person. */
  counted: z.boolean().optional(),
});

/** Lets a payout above the limit be sent. The database refuses to send it without this second person. */
export const payoutApproval: ApprovalKind = {
  kind: 'payout',
  permission: 'payments:write',
  summary(payload, t) {
    const { payout, cents, holder, account, early, counted } = payloadSchema.parse(payload);
    const why = early ? 'admin.payouts.approval.early' : 'admin.payouts.approval.counted';
    return t(early || counted ? why : 'admin.payouts.approval', {
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
 * if buyers can still claim, if staff took money for one of its orders in person, and above the limit. Payouts of the last day to this seller and by this person count toward the limit, so that
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
      const messageKey = owed.some(({ isEarly }) => isEarly) ? 'acts.claimDays' : 'admin.payouts.nothingDue';
      throw new AppError('conflict', 'nothing is due', { messageKey });
    }
    const isEarly = parts.some((part) => part.isEarly);
    await lockPerson(db, admin.id);
    const isCounted = await hasCountedMoney(db, parts);
    const needsSecondPerson =
      isEarly || isCounted || cents + (await paidAloneToday(db, sellerId, admin.id)) > (await payoutLimit(db));
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
    const proposal = { payout: id, cents, holder, account: number, early: isEarly, counted: isCounted };
    return propose(db, payoutApproval, proposal, admin, origin);
  });
}

/**
 * Deducts what a seller owes us, because it was given back to buyers after it was paid out, from what the seller is owed now. Returns the
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
