import { lockForCheckout } from '#features/catalog/server/api.ts';
import type { GatewayDispute } from '#features/payments/gateways/model/charge.ts';
import { chargeKeyOf } from '#features/payments/gateways/server/payment-gateway.ts';
import { postDisputeLost, postDisputeMovement } from '#features/payments/ledger/server/dispute-entries.ts';
import { freezeForDispute, releaseDispute } from '#features/payments/ledger/server/freezes.ts';
import {
  addLoss,
  askAgain,
  type Dispute,
  disputesDueAt,
  insertMovement,
  keepDispute,
  moveDispute,
  withdrawnCents,
} from '#features/payments/payments/server/disputes/dispute-store.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { DisputeStep, PaymentDeps } from '../payment-deps.ts';
import { carsOfPayment, findPayment, lockPayment, recordPaymentEvent, type StoredPayment } from '../payment-store.ts';

/**
 * Reconciles the books with the provider's disputes of a payment. Money is booked from the movements on our balance, never from the
 * state of a dispute: the state only freezes the order, and says in the end who bears what was withdrawn. Idempotent.
 */
export async function syncDisputes(deps: PaymentDeps, id: number): Promise<void> {
  const [snapshot, dueAt] = [await findPayment(deps.pool, id), await disputesDueAt(deps.pool, id)];
  if (!snapshot) return;
  const disputes = await deps.gateway.disputes(chargeKeyOf(snapshot));
  await withTransaction(deps.pool, async (db) => {
    for (const car of await carsOfPayment(db, snapshot)) await lockForCheckout(db, car);
    const payment = await lockPayment(db, id);
    if (!payment) return;
    for (const dispute of disputes) await syncDispute(deps, db, payment, dispute);
    await askAgain(db, id, dueAt);
  });
}

async function syncDispute(deps: PaymentDeps, db: Queryable, payment: StoredPayment, news: GatewayDispute) {
  const { id: paymentId, orderId } = payment;
  const dispute = await keepDispute(db, paymentId, news);
  const moved = await bookMovements(db, payment, dispute, news.movements);
  if (dispute.state === 'won' || dispute.state === 'lost') {
    if (dispute.state === 'lost') for (const movement of moved) await loseMore(deps, db, payment, dispute, movement);
    return;
  }
  const tell = (step: DisputeStep, lostCents = 0) =>
    deps.hooks.onDispute(db, payment, { step, cents: news.cents, lostCents, evidenceDueAt: news.evidenceDueAt });
  // An inquiry freezes nothing. Movements freeze the order also if the state comes later.
  const isInquiry = news.state === 'inquiry' && news.movements.length === 0;
  if (!isInquiry && orderId !== null) await freezeForDispute(db, orderId, dispute.id);
  if (news.state === 'inquiry' || news.state === 'open') {
    const isChanged = news.state !== dispute.state;
    if (isChanged) await moveDispute(db, dispute, news.state, 0);
    if (isChanged || dispute.isNew) await tell(news.state === 'inquiry' ? 'asked' : 'opened');
    return;
  }
  const lostCents = news.state === 'lost' ? await withdrawnCents(db, dispute.id) : 0;
  await moveDispute(db, dispute, news.state, lostCents);
  await recordPaymentEvent(db, paymentId, `dispute ${news.state}`, { lostCents });
  if (lostCents > 0) {
    await postDisputeLost(db, orderId, dispute.id, lostCents);
    await deps.hooks.onReturned(db, paymentId, lostCents);
  }
  if (!isInquiry && orderId !== null) await releaseDispute(db, dispute.id);
  if (lostCents > 0) await deps.hooks.onFullyRefunded(db, paymentId, 'dispute');
  await tell(news.state === 'won' && dispute.state === 'inquiry' ? 'askedEnded' : news.state, lostCents);
}

type Movement = GatewayDispute['movements'][number];

/** Books the movements that were not known, in any state of the dispute, and returns them. */
async function bookMovements(
  db: Queryable,
  { id: paymentId, orderId }: StoredPayment,
  { id: disputeId }: Dispute,
  movements: Movement[],
): Promise<Movement[]> {
  const moved: Movement[] = [];
  for (const movement of movements) {
    if (!(await insertMovement(db, disputeId, movement))) continue;
    await postDisputeMovement(db, orderId, disputeId, movement);
    const { cents, feeCents } = movement;
    const what = cents < 0 ? 'dispute: funds withdrawn' : 'dispute: funds reinstated';
    await recordPaymentEvent(db, paymentId, what, { cents, feeCents });
    moved.push(movement);
  }
  return moved;
}

/** Books what was withdrawn after its dispute was lost. */
async function loseMore(
  { hooks }: PaymentDeps,
  db: Queryable,
  payment: StoredPayment,
  { id: disputeId }: Dispute,
  { cents, reference }: Movement,
): Promise<void> {
  if (cents >= 0) return;
  const { id: paymentId, orderId } = payment;
  await addLoss(db, disputeId, -cents);
  await postDisputeLost(db, orderId, disputeId, -cents, reference);
  await hooks.onReturned(db, paymentId, -cents);
  await hooks.onFullyRefunded(db, paymentId, 'dispute');
  await hooks.onDispute(db, payment, { step: 'lost', cents: -cents, lostCents: -cents, evidenceDueAt: null });
}
