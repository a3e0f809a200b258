/** Loader and form actions of the payment management screen. */
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { asPage } from '#lib/api-client/as-page.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import type { Paged } from '#lib/paging.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { adminPaymentCalls } from '../../office-calls.ts';
import type { AdminPayment, AdminPaymentDetail } from '../model/admin-payment-contract.ts';
import { PAYMENT_QUERY } from '../model/payment-filters.ts';
import { fetchHistory, type OrderHistory } from './audit-history.ts';
import { reasonOf, refundAction, refundReturnedAction, refundSentAction } from './refund-action.ts';

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

export const paymentActions: Record<string, FormAction> = {
  'payment delete': deletePayment,
  refund: refundAction,
  'refund returned': refundReturnedAction,
  'refund sent': refundSentAction,
};
