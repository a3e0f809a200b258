import { actingAdmin, audit } from '#features/audit/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { countedPage, type Paged } from '#lib/paging.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { PaymentsQuery } from '../../model/admin-payment-contract.ts';
import { displayPaymentStatus, type ListedPayment, type Payment } from '../../model/payment.ts';
import type { PaymentDeps } from '../../server/payment-deps.ts';
import { findPayment, lockPayment } from '../../server/payment-store.ts';
import { refundedAtProvider } from '../../server/provider-refund-store.ts';
import { findRefund, type Refund } from '../../server/refund-store.ts';
import { countAdminPayments, findAdminPayments, isPaymentHidden, setPaymentHidden } from './admin-payment-store.ts';

/** Beyond this, a list of everything is of no use to anybody; a page of it always is. */
const MAX_CONCURRENT = 10_000;
const ON_A_PAGE = 20;

const notFound = () => new AppError('not_found', 'no such payment', { say: 'admin.payments.notFound' });

/** A page of payments, or without any question the newest. */
export async function listPayments(
  { pool }: PaymentDeps,
  query: PaymentsQuery,
): Promise<ListedPayment[] | Paged<ListedPayment>> {
  const { page = 1, limit = ON_A_PAGE, sort = 'date', order = 'desc', ...filter } = query;
  if (Object.keys(query).length === 0) {
    return findAdminPayments(pool, {}, { sort, order, limit: MAX_CONCURRENT, offset: 0, backwards: false });
  }
  return countedPage(
    { page, limit },
    () => countAdminPayments(pool, filter),
    (cut) => findAdminPayments(pool, filter, { sort, order, ...cut }),
  );
}

export type PaymentDetail = {
  payment: Payment;
  refund: Refund | null;
  givenBackCents: number;
  bookingId: number | null;
};

export async function showPayment({ pool, consequences }: PaymentDeps, id: number): Promise<PaymentDetail> {
  const [payment, hidden] = [await findPayment(pool, id), await isPaymentHidden(pool, id)];
  if (!payment || hidden) throw notFound();
  const [refund, bookingId] = [await findRefund(pool, id), await consequences.bookingOf(pool, id)];
  return { payment, refund, givenBackCents: await refundedAtProvider(pool, id), bookingId };
}

/** Hides a payment that is over from the list, with what it pays for. The books and its events stay as they are. */
export async function hidePayment(
  { pool, consequences }: PaymentDeps,
  adminId: number,
  id: number,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const payment = await lockPayment(db, id);
    if (!payment) throw notFound();
    const status = displayPaymentStatus(payment.state);
    if (status === 'pending') throw new AppError('conflict', 'a running payment', { say: 'admin.payments.running' });
    if (await consequences.paysForLive(db, id))
      throw new AppError('conflict', 'a live booking', { say: 'admin.payments.booked' });
    if (!(await setPaymentHidden(db, id, true))) throw notFound();
    const deed = { actor: actingAdmin(adminId), action: 'payment deleted', subject: { kind: 'payment', id } };
    const { transactionId, amountCents } = payment;
    await audit(db, origin, { ...deed, details: { before: { transactionId, status, amountCents } } });
  });
}

/** Brings a hidden payment back into the list. */
export async function restorePayment(
  { pool }: PaymentDeps,
  adminId: number,
  id: number,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    if (!(await lockPayment(db, id))) throw notFound();
    if (!(await setPaymentHidden(db, id, false))) return;
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'payment restored',
      subject: { kind: 'payment', id },
      details: { before: { deleted: true }, after: { deleted: false } },
    });
  });
}
