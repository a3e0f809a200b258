import { reasonText } from '#features/payments/order-acts/server/ask-order.ts';
import { isPermitted } from '#features/people/sessions/model/roles.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { adminPaymentCalls } from '../../../office-calls.ts';
import {
  type AdminPayment,
  type AdminPaymentDetail,
  adminPaymentContract,
} from '../../model/admin-payment-contract.ts';
import { displayPaymentStatus, type ListedPayment } from '../../model/payment.ts';
import type { OrderRefund } from '../../model/payment-contract.ts';
import type { PaymentDeps } from '../../server/payment-deps.ts';
import type { RefundTargets } from '../../server/transfers/refund-transfers.ts';
import { hidePayment, listPayments, type PaymentDetail, restorePayment, showPayment } from './admin-payments.ts';

/** Admin calls about payments. Refunds are a call of the bookings feature. */
export function adminPaymentEndpoints(deps: PaymentDeps): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(adminPaymentCalls.list, adminPaymentContract.list, {
      ...office,
      permission: 'payments:read',
      summary: 'Payments: a page, or without a query an array of the newest 10,000',
      handle: async ({ query }) => {
        const payments = await listPayments(deps, query);
        return Array.isArray(payments)
          ? payments.map(toAdminPayment)
          : { ...payments, items: payments.items.map((row) => ({ ...toAdminPayment(row), sale: row.sale })) };
      },
    }),
    endpoint(adminPaymentCalls.one, adminPaymentContract.one, {
      ...office,
      permission: 'payments:read',
      summary: 'A payment with its refunds and booking',
      handle: async ({ params, caller, t }) => {
        const { id, role } = adminOf(caller);
        return toAdminPaymentDetail(await showPayment(deps, params.id, id), isPermitted(role, 'bank:read'), t);
      },
    }),
    endpoint(adminPaymentCalls.remove, adminPaymentContract.remove, {
      ...office,
      permission: 'payments:write',
      summary: 'Hide a payment from the list; it can be restored and stays in the ledger',
      handle: async ({ params, caller, request, t }) => {
        await hidePayment(deps, adminOf(caller).id, params.id, originOf(request));
        return { flag: '1' as const, message: t('admin.payments.deleted') };
      },
    }),
    endpoint(adminPaymentCalls.restore, adminPaymentContract.restore, {
      ...office,
      permission: 'payments:write',
      summary: 'Restore a hidden payment',
      handle: async ({ params, caller, request, t }) => {
        await restorePayment(deps, adminOf(caller).id, params.id, originOf(request));
        return { flag: '1' as const, message: t('admin.payments.restored') };
      },
    }),
  ];
}

function toAdminPayment(row: ListedPayment): AdminPayment {
  return {
    _id: String(row.id),
    id: row.id,
    transaction_id: row.transactionId,
    user_id: row.userId,
    car_id: row.listingId,
    amount: amountOf(row.amountCents),
    payment_method: row.method,
    date_of_payment: row.createdAt.toISOString(),
    payment_status: displayPaymentStatus(row.state),
    refund_failed: row.refundFailed,
  };
}

function toAdminPaymentDetail(detail: PaymentDetail, seesAccounts: boolean, t: Translator): AdminPaymentDetail {
  const { payment, own, refundableCents, providerRefundCents, bookingId, steps, targets, second } = detail;
  const { order } = second;
  const { quote, state, cardBrand, cardLast4, contactEmail, capturedAt } = payment;
  const refund = own.refunds.at(-1);
  return {
    ...toAdminPayment({ ...payment, listingId: quote?.listingId ?? null, refundFailed: own.owedCents > 0 }),
    state,
    card: cardBrand !== null && cardLast4 !== null ? { brand: cardBrand, last4: cardLast4 } : null,
    contact_email: contactEmail,
    total: quote && amountOf(quote.totalCents),
    captured_at: capturedAt?.toISOString() ?? null,
    booking_id: bookingId,
    order_id: payment.orderId,
    refund: refund
      ? {
          amount: amountOf(refund.amountCents),
          done: refund.done,
          failed: refund.failure,
          owed: amountOf(own.owedCents),
        }
      : null,
    refunds: own.refunds.map(({ id, amountCents, reason, askedAt, done, failure }) => ({
      id,
      amount: amountOf(amountCents),
      reason,
      asked_at: askedAt.toISOString(),
      done,
      failed: failure,
      ...stepOf(steps.get(id)),
      second: second.sent.get(id) ?? null,
    })),
    refund_target: seesAccounts && targets ? toTarget(targets) : null,
    refundable: amountOf(refundableCents),
    refund_alone: amountOf(second.aloneCents),
    refund_second:
      order?.answer.may === 'second' ? reasonText(t, 'cancel_by_office', order.answer.why, order.facts) : null,
    given_back: amountOf(providerRefundCents),
  };
}

function stepOf(refund: OrderRefund | undefined) {
  if (!refund) throw new Error('a refund has no step');
  const { step, account_end, account_at, sent_at, reference } = refund;
  return { step, account_end, account_at, sent_at, reference };
}

function toTarget({ account, payer }: RefundTargets): AdminPaymentDetail['refund_target'] {
  if (!account) return { account: null, payer: payer && { name: payer.name, account: payer.account } };
  const { id, holder, bank, account: number, bic } = account;
  return { account: { id, holder, bank, account: number, bic }, payer: null };
}
