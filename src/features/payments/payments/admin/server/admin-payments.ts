import { answerOf, type OrderAnswer } from '#features/payments/order-acts/server/ask-order.ts';
import { refundStepsOf } from '#features/payments/payments/server/refunds/refund-store.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { countedPage, type Paged } from '#lib/contract-parts.ts';
import { FROM_START, inBatches } from '#lib/server/database/batches.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { PaymentFilter, PaymentsQuery, SaleFacts } from '../../model/admin-payment-contract.ts';
import { displayPaymentStatus, type ListedPayment, type Payment } from '../../model/payment.ts';
import type { OrderRefund } from '../../model/payment-contract.ts';
import type { PaymentDeps } from '../../server/payment-deps.ts';
import { findPayment, lockPayment } from '../../server/payment-store.ts';
import { refundedAtProvider } from '../../server/refunds/provider-refund-store.ts';
import { refundableCents } from '../../server/refunds/refund-payment.ts';
import { type PaymentRefunds, refundableAlone, refundsOfPayment } from '../../server/refunds/refund-store.ts';
import { type RefundTargets, refundTargets, whySentByTwo } from '../../server/transfers/refund-transfers.ts';
import {
  adminPaymentsAfter,
  countAdminPayments,
  findAdminPayments,
  isPaymentHidden,
  type PaymentEntry,
  saleFactsOf,
  setPaymentHidden,
} from './admin-payment-store.ts';

/** Limit of a list without a query; pages reach every row. */
const MAX_UNPAGED_ROWS = 10_000;
const PAGE_SIZE = 20;

const notFound = () => new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });

/** Returns a page of payments, or the newest `MAX_UNPAGED_ROWS` when the query is empty. */
export async function listPayments(
  { pool }: PaymentDeps,
  query: PaymentsQuery,
): Promise<ListedPayment[] | Paged<ListedPayment & { sale: SaleFacts | undefined }>> {
  const { page = 1, limit = PAGE_SIZE, sort = 'date', order = 'desc', ...filter } = query;
  if (Object.keys(query).length === 0) {
    return findAdminPayments(pool, {}, { sort, order, limit: MAX_UNPAGED_ROWS, offset: 0, backwards: false });
  }
  const payments = await countedPage(
    { page, limit },
    () => countAdminPayments(pool, filter),
    (range) => findAdminPayments(pool, filter, { sort, order, ...range }),
  );
  const sales = await saleFactsOf(
    pool,
    payments.items.map(({ id }) => id),
  );
  return { ...payments, items: payments.items.map((payment) => ({ ...payment, sale: sales.get(payment.id) })) };
}

/** Yields every payment that matches the filter, oldest first, in batches. */
export function listAllPayments(db: Queryable, filter: PaymentFilter): AsyncGenerator<PaymentEntry[]> {
  return inBatches(FROM_START, (after, limit) => adminPaymentsAfter(db, filter, after, limit));
}

export type PaymentDetail = {
  payment: Payment;
  own: PaymentRefunds;
  refundableCents: number;
  providerRefundCents: number;
  bookingId: number | null;
  /** By refund id. */
  steps: Map<number, OrderRefund>;
  /** Null for payments by other methods. */
  targets: RefundTargets | null;
  /** What the viewer may not do without a second person. */
  second: { aloneCents: number; order: OrderAnswer | null; sent: Awaited<ReturnType<typeof whySentByTwo>> };
};

export async function showPayment(
  { pool, hooks, clock }: PaymentDeps,
  id: number,
  adminId: number,
): Promise<PaymentDetail> {
  const [payment, hidden] = [await findPayment(pool, id), await isPaymentHidden(pool, id)];
  if (!payment || hidden) throw notFound();
  const own = await refundsOfPayment(pool, id);
  const targets = payment.method === 'bank_transfer' ? await refundTargets(pool, payment) : null;
  const asked =
    payment.orderId === null ? null : await answerOf(pool, payment.orderId, 'cancel_by_office', clock.now());
  return {
    payment,
    own,
    second: {
      aloneCents: await refundableAlone(pool, id, adminId),
      order: asked?.answer.may === 'second' ? asked : null,
      sent: targets ? await whySentByTwo(pool, own.refunds, targets, adminId) : new Map(),
    },
    refundableCents: payment.capturedAt ? await refundableCents(pool, payment) : 0,
    providerRefundCents: await refundedAtProvider(pool, id),
    bookingId: await hooks.bookingOf(pool, id),
    steps: new Map((await refundStepsOf(pool, id)).map((refund) => [refund.id, refund])),
    targets,
  };
}

/** Hides a finished payment from the list. Ledger and events are unchanged. Throws while its booking is live. */
export async function hidePayment(
  { pool, hooks }: PaymentDeps,
  adminId: number,
  id: number,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const payment = await lockPayment(db, id);
    if (!payment) throw notFound();
    const status = displayPaymentStatus(payment.state);
    if (status === 'pending')
      throw new AppError('conflict', 'a running payment', { messageKey: 'admin.payments.running' });
    if (await hooks.isBookingLive(db, id))
      throw new AppError('conflict', 'a live booking', { messageKey: 'admin.payments.booked' });
    if (!(await setPaymentHidden(db, id, true))) throw notFound();
    const entry = { actor: actingAdmin(adminId), action: 'payment deleted', subject: { kind: 'payment', id } } as const;
    const { transactionId, amountCents } = payment;
    await audit(db, origin, { ...entry, details: { before: { transactionId, status, amountCents } } });
  });
}

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
