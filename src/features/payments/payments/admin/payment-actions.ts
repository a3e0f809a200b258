/** Loader and form actions of the payment management screen. */

import type { AuditEntryResponse } from '#features/people/audit/model/audit-contract.ts';
import { auditCalls } from '#features/people/office-calls.ts';
import { type ApiClient, asPage, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import type { Paged } from '#lib/contract-parts.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import type { ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { adminPaymentCalls } from '../../office-calls.ts';
import type { AdminPayment, AdminPaymentDetail } from '../model/admin-payment-contract.ts';
import type { PaymentEvent } from '../model/payment-contract.ts';
import { PAYMENT_QUERY } from '../model/payment-search.ts';

export type PaymentDetailView = { payment: AdminPaymentDetail; history: OrderHistory };
type PaymentsData = {
  /** Null if the list could not be loaded; `failed` says why. */
  payments: Paged<AdminPayment> | null;
  failed: string | null;
  detail: PaymentDetailView | null;
  /** Why the payment selected by `?view` cannot be shown. */
  problem: string | null;
};

export const loadPayments: Load<PaymentsData> = async ({ api, t, url: { searchParams } }) => {
  const [list, selected] = await Promise.all([
    readList(api, t, searchParams),
    readSelected(api, t, searchParams.get('view')),
  ]);
  return { ...list, ...selected };
};

async function readList(api: ApiClient, t: Translator, search: URLSearchParams) {
  try {
    const query = { page: '1', ...queryFrom(search, PAYMENT_QUERY) };
    return { payments: asPage(await api.call(adminPaymentCalls.list, { query })), failed: null };
  } catch (error) {
    return { payments: null, failed: t('admin.payments.fetchFailed', { reason: reasonOf(error, t) }) };
  }
}

async function readSelected(api: ApiClient, t: Translator, id: string | null) {
  if (id === null) return { detail: null, problem: null };
  try {
    const payment = await api.call(adminPaymentCalls.one, { params: { id } });
    return { detail: { payment, history: await fetchHistory(api, payment.id, payment.booking_id) }, problem: null };
  } catch (error) {
    return { detail: null, problem: t('admin.payments.viewFailed', { reason: reasonOf(error, t) }) };
  }
}

const deletePayment: FormAction = async ({ api, t, values: { id = '' } }): Promise<ActionOutcome> => {
  const params = { id };
  try {
    const { message } = await api.call(adminPaymentCalls.remove, { params });
    const undo = async (): Promise<ActionOutcome> => {
      const restored = await api.call(adminPaymentCalls.restore, { params });
      return { done: true, message: restored.message };
    };
    return { done: true, message, undo };
  } catch (error) {
    return { done: false, message: t('admin.payments.deleteFailed', { reason: reasonOf(error, t) }) };
  }
};

/** Events of a payment, and the audit entries of it and its booking. */
export type OrderHistory = { events: PaymentEvent[]; auditEntries: AuditEntryResponse[] };

export async function fetchHistory(api: ApiClient, paymentId: number, bookingId: number | null): Promise<OrderHistory> {
  const auditEntriesOf = (subject: string, subjectId: number | null) =>
    subjectId === null ? null : api.call(auditCalls.find, { query: { subject, subjectId, limit: 50 } });
  const [{ events }, onPayment, onBooking] = await Promise.all([
    api.call(adminPaymentCalls.events, { params: { id: paymentId } }),
    auditEntriesOf('payment', paymentId),
    auditEntriesOf('booking', bookingId),
  ]);
  return { events, auditEntries: [...(onPayment?.items ?? []), ...(onBooking?.items ?? [])] };
}

/** Default message of a failure whose response had none. */
const WITHOUT_MESSAGE = /^HTTP error!/;

/** Returns the server's message for a failed call. Rethrows 401 and 403, which lead to the login. */
export function reasonOf(error: unknown, t: Translator): string {
  if (isApiFailure(error)) {
    if (error.status === 401 || error.status === 403) throw error;
    if (!WITHOUT_MESSAGE.test(error.message)) return error.message;
  } else if (!isNetworkError(error)) throw error;
  return t('admin.unknownError');
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Checks a typed refund against its maximum in US dollars; null if it is valid. */
export function refundProblems(values: Record<string, unknown>, max: number): Record<string, MessageKey> | null {
  const { amount, reason } = values;
  const problems: Record<string, MessageKey> = {};
  const isAmount = typeof amount === 'string' && AMOUNT.test(amount.trim());
  if (!isAmount || Number(amount) <= 0 || Number(amount) > max) problems.amount = 'admin.payments.refund.amountWrong';
  if (typeof values.keeps === 'string' && values.keeps.trim() !== '' && !AMOUNT.test(values.keeps.trim()))
    problems.keeps = 'admin.payments.refund.amountWrong';
  if (typeof reason !== 'string' || reason.trim() === '') problems.reason = 'admin.payments.refund.reasonMissing';
  return Object.keys(problems).length > 0 ? problems : null;
}

type Refundable = Pick<AdminPaymentDetail, 'refundable' | 'refund'>;

/** Returns the maximum refund and the suggested one: after a failed refund, what is still owed. */
export function refundOffered({ refundable: amount, refund }: Refundable) {
  return { amount, offered: refund && refund.owed > 0 ? Math.min(refund.owed, amount) : amount };
}

/** Handles the form `refund sent` of the payment screen: finance has transferred the money. */
export const refundSentAction: FormAction = async ({
  api,
  t,
  values: { payment = '', refund = '', account, reference = '', payer_reason: reason },
}) => {
  if (reason !== undefined && reason.trim() === '')
    return { done: false, fields: { payer_reason: t('admin.payments.refund.reasonMissing') } };
  try {
    const body = {
      refund_id: Number(refund),
      ...(account !== undefined && { account_id: Number(account) }),
      ...(reason !== undefined && { payer_reason: reason }),
      ...(reference.trim() !== '' && { reference }),
    };
    const { message } = await api.call(adminPaymentCalls.refundSent, { params: { id: payment }, body });
    return { done: true, message };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

/** Handles the form `refund returned` of the payment screen: the bank sent the money back to us. */
const refundReturnedAction: FormAction = async ({ api, t, values: { payment = '', refund = '', reason = '' } }) => {
  if (reason.trim() === '') return { done: false, fields: { reason: t('admin.payments.refund.reasonMissing') } };
  try {
    const body = { refund_id: Number(refund), reason };
    const { message } = await api.call(adminPaymentCalls.refundReturned, { params: { id: payment }, body });
    return { done: true, message };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

export type ShownRefund = AdminPaymentDetail['refunds'][number];

/** Returns whether finance still has to send a refund by bank transfer. */
export function refundWaits(
  { payment_method: method }: Pick<AdminPaymentDetail, 'payment_method'>,
  refund: ShownRefund,
) {
  return method === 'bank_transfer' && !refund.done && refund.failed === null;
}

type Payment = Pick<AdminPaymentDetail, 'payment_method' | 'refund_target'>;

/** Returns whether finance can record a refund as sent, to the buyer's account or else to the payer. */
export function maySend(payment: Payment, refund: ShownRefund): boolean {
  if (!refundWaits(payment, refund)) return false;
  const isWithoutAccount = refund.step === 'account' || refund.step === 'account_waits';
  return refund.step === 'ready' || (isWithoutAccount && Boolean(payment.refund_target?.payer));
}

/** Returns whether a refund was sent by transfer, which the bank can return. */
export const mayReturn = ({ payment_method: method }: Payment, { done }: ShownRefund) =>
  method === 'bank_transfer' && done;

/** Handles the form `refund` of the payment and booking screens. */
export const refundAction: FormAction = async ({
  api,
  t,
  values: { payment = '', amount = '', keeps = '', reason = '' },
}) => {
  try {
    const body = { amount: Number(amount), ...(Number(keeps) > 0 && { keeps: Number(keeps) }), reason };
    const { message, refund_failed } = await api.call(adminPaymentCalls.refund, { params: { id: payment }, body });
    return { done: true, message, showAsFailure: refund_failed };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

export const paymentActions: Record<string, FormAction> = {
  'payment delete': deletePayment,
  refund: refundAction,
  'refund returned': refundReturnedAction,
  'refund sent': refundSentAction,
};
