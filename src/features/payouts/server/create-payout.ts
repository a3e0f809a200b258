import { z } from 'zod';
import { type ApprovalKind, propose } from '#features/approvals/server/api.ts';
import { actingAdmin, audit } from '#features/audit/server/api.ts';
import { groupedAccount } from '#features/operator/model/bank-account.ts';
import { mayIssueInvoices } from '#features/operator/server/api.ts';
import { done, type Outcome } from '#features/sessions/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { dueParts } from './due-payouts.ts';
import { payoutAccountOf } from './payout-account-store.ts';
import type { PayoutDeps } from './payout-deps.ts';
import {
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
});

/** Lets a payout above the limit be sent. The database refuses to send it without this second person. */
export const payoutApproval: ApprovalKind = {
  kind: 'payout',
  permission: 'payments:write',
  summary(payload, t) {
    const { payout, cents, holder, account } = payloadSchema.parse(payload);
    return t('admin.payouts.approval', {
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
 * Prepares a payout of all that a seller is owed. Above the limit it waits for a second person; what one person paid out to the seller in the last
 * day counts, so that several small payouts are no way around.
 */
export function createPayout(
  { pool, clock }: PayoutDeps,
  admin: SignedInAdmin,
  sellerId: number,
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
    const orders = (await dueParts(db, sellerId)).map(({ orderId }) => orderId);
    await lockOrders(db, orders);
    const parts = await dueParts(db, sellerId);
    const cents = sumOf(parts);
    if (cents === 0) throw new AppError('conflict', 'nothing is due', { messageKey: 'admin.payouts.nothingDue' });
    const needsSecondPerson = cents + (await paidAloneToday(db, sellerId)) > (await payoutLimit(db));
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
    return propose(db, payoutApproval, { payout: id, cents, holder, account: number }, admin, origin);
  });
}
