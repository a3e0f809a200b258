import type pg from 'pg';
import { z } from 'zod';
import { type ApprovalKind, actingAdmin, audit, type Outcome, propose } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';

const payloadSchema = z.object({ seller: z.int(), name: z.string(), days: z.int(), reason: z.string() });

const NAME = statement('select name from users where id = $1');
const INSERT = statement(`
  insert into seller_payout_terms (seller_id, days, reason, made_by, approved_by) values ($1, $2, $3, $4, $5)`);

/** Lets a seller be paid after other days than the terms of orders say. */
export const payoutDaysChange: ApprovalKind = {
  kind: 'payout days',
  permission: 'payments:write',
  summary(payload, t) {
    const { name, days, reason } = payloadSchema.parse(payload);
    return t('admin.payouts.days.approval', { name, days, reason });
  },
  async execute(db: Queryable, payload, { proposerId, approverId, origin }) {
    const { seller, days, reason } = payloadSchema.parse(payload);
    await rowsOf(db, INSERT, [seller, days, reason, proposerId, approverId]);
    await audit(db, origin, {
      actor: actingAdmin(approverId),
      action: 'payout days changed',
      subject: { kind: 'user', id: seller },
      details: { days, reason, proposer: proposerId },
    });
  },
};

/** Proposes to a second person after how many days a seller is paid. */
export function proposePayoutDays(
  pool: pg.Pool,
  admin: SignedInAdmin,
  sellerId: number,
  { days, reason }: { days: number; reason: string },
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const [seller] = await rowsOf<{ name: string }>(db, NAME, [sellerId]);
    if (!seller) throw new AppError('not_found', 'no such seller');
    return propose(db, payoutDaysChange, { seller: sellerId, name: seller.name, days, reason }, admin, origin);
  });
}
