import { z } from 'zod';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { pendingCents, planOfOrder } from '#features/orders/orders/server/plan-store.ts';
import {
  askOrder,
  endHeld,
  GatewayTimeout,
  lockPayment,
  lockPerson,
  type PaymentDeps,
  settlePayment,
  takeHeld,
} from '#features/payments/server/api.ts';
import { type ApprovalKind, actingAdmin, audit, done, type Outcome, propose } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import { cardShare } from '../model/card-hold.ts';
import { type CardHold, captureLimit, cardHoldsOf, insertCapture } from './card-hold-store.ts';

const capture = z.object({ order: z.int(), payment: z.int(), cents: z.int() });
type Capture = z.output<typeof capture>;

const changed = () => new AppError('conflict', 'the hold or the charges changed', { messageKey: 'cardHold.changed' });

/** Approves captures above the limit. */
export function captureApproval({ clock }: { clock: Clock }): ApprovalKind {
  return {
    kind: 'card capture',
    permission: 'payments:write',
    summary(payload, t) {
      const { order, cents } = capture.parse(payload);
      return t('admin.cardHold.approval', { number: orderNumber(order), amount: t.cents(cents) });
    },
    execute: async (db, payload, { proposerId, approverId, origin }) => {
      const asked = capture.parse(payload);
      const item = await itemToTakeFor(db, asked, clock.now());
      await record(db, asked, item, { adminId: proposerId, approvedBy: approverId }, origin);
    },
  };
}

/**
 * Captures the open charges from a card hold; the provider releases the rest. Idempotent. Proposes the capture to a second person if it
 * exceeds the limit together with other amounts that this person took for the order or within a day.
 */
export async function captureCardHold(
  deps: PaymentDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  asked: Capture,
  origin: Origin,
): Promise<Outcome> {
  const outcome = await withTransaction(deps.pool, async (db) => {
    if (!(await lockOrder(db, asked.order))) throw orderNotFound();
    const taken = (await cardHoldsOf(db, asked.order)).find(
      ({ paymentId }) => paymentId === asked.payment,
    )?.captureCents;
    if (taken === asked.cents) return done('cardHold.capturing');
    const item = await itemToTakeFor(db, asked, deps.clock.now());
    await lockPerson(db, admin.id);
    if (asked.cents > (await captureLimit(db, asked.order, admin.id)))
      return propose(db, captureApproval(deps), asked, admin, origin);
    await record(db, asked, item, { adminId: admin.id, approvedBy: null }, origin);
    return done('cardHold.capturing');
  });
  await askProvider(deps, asked.payment);
  return outcome;
}

/** Releases a card hold. Idempotent. */
export async function releaseCardHold(
  deps: PaymentDeps,
  admin: Pick<SignedInAdmin, 'id'>,
  { order, payment }: Omit<Capture, 'cents'>,
  origin: Origin,
): Promise<Outcome> {
  await withTransaction(deps.pool, async (db) => {
    if (!(await lockOrder(db, order))) throw orderNotFound();
    // The worker changes a payment without the lock of its order.
    await lockPayment(db, payment);
    const hold = (await cardHoldsOf(db, order)).find(({ paymentId }) => paymentId === payment);
    if (!hold) throw changed();
    if (hold.state === 'voided' || hold.state === 'failed') return;
    await askOrder(db, order, 'return_security', { now: deps.clock.now() });
    if (!(await endHeld(db, payment))) throw changed();
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'card hold released',
      subject: { kind: 'order', id: order },
      details: { payment, heldCents: hold.heldCents },
    });
  });
  await askProvider(deps, payment);
  return done('cardHold.releasing');
}

/** Settles the payment now. The worker retries after a timeout. */
async function askProvider(deps: PaymentDeps, paymentId: number): Promise<void> {
  try {
    await settlePayment(deps, paymentId);
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error;
  }
}

/** Returns the plan item that the capture pays. Throws unless the amount equals the open charges. */
async function itemToTakeFor(db: Queryable, { order, payment, cents }: Capture, now: Date): Promise<number> {
  await lockOrder(db, order);
  const [hold] = await cardHoldsOf(db, order);
  if (hold?.paymentId !== payment || hold.state !== 'authorised') throw changed();
  await askOrder(db, order, 'return_security', { now });
  const { item, cents: open } = await openCharges(db, order, hold);
  if (item === null || cents !== open) throw changed();
  return item;
}

/** Returns the first unpaid charge of an order, and the cents of all charges that a hold covers. */
export async function openCharges(db: Queryable, orderId: number, { heldCents }: Pick<CardHold, 'heldCents'>) {
  const plan = await planOfOrder(db, orderId);
  const charges = plan.filter(({ kind, amountCents, paidCents }) => kind === 'charge' && paidCents < amountCents);
  let pending = 0;
  for (const { id } of charges) pending += await pendingCents(db, id);
  return { item: charges[0]?.id ?? null, cents: cardShare(heldCents, charges, pending) };
}

type By = { adminId: number; approvedBy: number | null };

async function record(db: Queryable, { order, payment, cents }: Capture, planItemId: number, by: By, origin: Origin) {
  if (!(await insertCapture(db, { paymentId: payment, cents, ...by }))) throw changed();
  if (!(await takeHeld(db, payment, { cents, planItemId }))) throw changed();
  await audit(db, origin, {
    actor: actingAdmin(by.adminId),
    action: 'card hold captured',
    subject: { kind: 'order', id: order },
    details: { payment, cents, approvedBy: by.approvedBy },
  });
}
