/** Loader and form actions of the orders screen. */

import { cashActions } from '#features/orders/billing/admin/cash-actions.ts';
import { moneyMoveActions } from '#features/orders/holds/admin/move-money.tsx';
import { reasonOf } from '#features/payments/payments/admin/payment-actions.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { FormAction, LoadInput } from '#lib/pages/page-handlers.ts';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { adminOrderCalls } from '../../office-calls.ts';
import type { AdminOrderResponse, AdminOrdersResponse, QueueCounts } from '../model/admin-order-contract.ts';

const QUERY = ['queue', 'search', 'listing', 'page'] as const;

export type OrdersData = {
  /** Null if the list could not be loaded; `failed` says why. */
  orders: AdminOrdersResponse | null;
  queues: QueueCounts | null;
  failed: string | null;
  selected: AdminOrderResponse | null;
  /** Why the order selected by `?view` cannot be shown. */
  problem: string | null;
};

export async function loadOrders({ api, t, url: { searchParams } }: LoadInput): Promise<OrdersData> {
  const [list, selected] = await Promise.all([
    readList(api, t, searchParams),
    readSelected(api, t, searchParams.get('view')),
  ]);
  return { ...list, ...selected };
}

async function readList(api: ApiClient, t: Translator, search: URLSearchParams) {
  try {
    const query = queryFrom(search, QUERY);
    const [orders, { queues }] = await Promise.all([
      api.call(adminOrderCalls.list, { query }),
      api.call(adminOrderCalls.queues),
    ]);
    return { orders, queues, failed: null };
  } catch (error) {
    return { orders: null, queues: null, failed: t('admin.orders.fetchFailed', { reason: reasonOf(error, t) }) };
  }
}

async function readSelected(api: ApiClient, t: Translator, id: string | null) {
  if (id === null) return { selected: null, problem: null };
  try {
    return { selected: await api.call(adminOrderCalls.one, { params: { id } }), problem: null };
  } catch (error) {
    return { selected: null, problem: t('admin.orders.viewFailed', { reason: reasonOf(error, t) }) };
  }
}

const complete: FormAction = async ({ api, t, values: { id = '' } }) => {
  try {
    await api.call(adminOrderCalls.complete, { params: { id } });
    return { done: true, message: t('admin.orders.completed') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

const revive: FormAction = async ({ api, t, values: { id = '' } }) => {
  try {
    await api.call(adminOrderCalls.revive, { params: { id } });
    return { done: true, message: t('admin.orders.revived') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

export const orderActions: Record<string, FormAction> = {
  ...cashActions,
  ...moneyMoveActions,
  'order revive': revive,
  'order complete': complete,
};
