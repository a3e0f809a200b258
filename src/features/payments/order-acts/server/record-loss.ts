import type pg from 'pg';
import { z } from 'zod';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, type Outcome, propose } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { execute, type Queryable, queryAny, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { BILLS_OF_LOST } from '../model/act-list.ts';
import type { CarLoss } from '../model/order-acts-contract.ts';
import { askOrder } from './ask-order.ts';
import { endReducedSale, lockSale, type SaleDeps } from './end-sale.ts';
import { mailCarNews } from './record-return.ts';
import { awaitReturns, isReturnAwaited } from './return-store.ts';

const carLoss = z.object({
  order: z.int(),
  car: z.int(),
  name: z.string(),
  bill: z.enum(BILLS_OF_LOST),
  note: z.string(),
});
type Loss = z.output<typeof carLoss>;

/** Lets a second person approve that a car is lost on its way, which releases the refunds that wait for it. */
export function lossApproval(deps: SaleDeps): ApprovalKind {
  return {
    kind: 'car loss',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, name, bill, note } = carLoss.parse(payload);
      return t('acts.loss.approval', { number: deps.numberOf(order), car: name, bill, note });
    },
    async execute(db, payload, { proposerId, approverId, origin }) {
      await recordNow(db, deps, carLoss.parse(payload), { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/** Proposes that a car is lost on its way. Throws unless it is on its way or its return is awaited. */
export function proposeLoss(
  { pool, ...deps }: SaleDeps & { pool: pg.Pool },
  admin: Pick<SignedInAdmin, 'id'>,
  orderId: number,
  { listing_id: listingId, bill, note }: CarLoss,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    await lockSale(db, deps, orderId, listingId);
    await askOrder(db, orderId, 'declare_lost', { now: deps.clock.now(), listingId, isApproved: true });
    await checkBill(db, orderId, bill);
    const card = (await carsOfBookings(db, [listingId])).get(listingId);
    const loss: Loss = { order: orderId, car: listingId, name: card ? listingName(card) : '', bill, note };
    return propose(db, lossApproval(deps), loss, admin, origin);
  });
}

async function checkBill(db: Queryable, orderId: number, bill: Loss['bill']): Promise<void> {
  if (bill !== 'not_issued' || !(await hasBill(db, orderId))) return;
  throw new AppError('conflict', `order ${orderId} has a bill of lading`, { messageKey: 'acts.loss.billIssued' });
}

const hasBill = queryAny<[orderId: number]>('select 1 where has_bill_of_lading($1)');
const INSERT = execute<
  [orderId: number, listingId: number, bill: string, note: string, recordedBy: number, approvedBy: number]
>(`
  insert into car_losses (order_id, listing_id, bill, note, recorded_by, approved_by) values ($1, $2, $3, $4, $5, $6)`);

async function recordNow(
  db: Queryable,
  deps: SaleDeps,
  { order: orderId, car: listingId, bill, note }: Loss,
  { adminId, approvedBy }: { adminId: number; approvedBy: number },
  origin: Origin,
): Promise<void> {
  const locked = await lockSale(db, deps, orderId, listingId);
  await askOrder(db, orderId, 'declare_lost', { now: deps.clock.now(), listingId, isApproved: true });
  await checkBill(db, orderId, bill);
  await INSERT(db, orderId, listingId, bill, note, adminId, approvedBy);
  // A car that is found later is not on sale until its return is recorded.
  await awaitReturns(db, orderId, [listingId]);
  const isOthers = await isReturnAwaited(db, orderId);
  await mailCarNews(db, deps.siteOrigin, orderId, listingId, {
    subject: 'mail.loss',
    buyer: isOthers ? 'mail.loss.others' : 'mail.loss.buyer',
    seller: 'mail.loss.seller',
  });
  await endReducedSale(db, deps, orderId, locked, adminId);
  await audit(db, origin, {
    actor: actingAdmin(adminId),
    action: 'car lost',
    subject: { kind: 'order', id: orderId },
    details: { listing: listingId, bill, note, approvedBy },
  });
}
