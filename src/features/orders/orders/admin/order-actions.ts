/** Loader and form actions of the orders screen. */
import { reasonOf } from '#features/payments/payments/admin/payment-actions.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { centsOf } from '#lib/money.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { adminOrderCalls, cashReturnCalls, rentalCalls } from '../../office-calls.ts';
import type { AdminOrderResponse, AdminOrdersResponse, QueueCounts } from '../model/admin-order-contract.ts';
import type { CashMethod, TakenMethod } from '../model/order.ts';

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

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Checks a typed amount against a maximum, and a reason if one is needed; null if the values are valid. */
export function cashProblems(
  { amount, note }: Record<string, unknown>,
  maxCents: number,
  needsReason = false,
): Record<string, MessageKey> | null {
  const isAmount = typeof amount === 'string' && AMOUNT.test(amount.trim());
  const cents = isAmount ? centsOf(Number(amount)) : 0;
  const problems: Record<string, MessageKey> = {};
  if (cents <= 0 || cents > maxCents)
    problems.amount = needsReason ? 'admin.orders.take.returnWrong' : 'admin.orders.take.amountWrong';
  if (needsReason && (typeof note !== 'string' || note.trim() === ''))
    problems.note = 'admin.orders.take.reasonMissing';
  return Object.keys(problems).length === 0 ? null : problems;
}

const takeCash: FormAction = async ({ api, t, values: { id = '', key = '', method = '', amount = '', note = '' } }) => {
  try {
    const body = { key, method: method as TakenMethod, amount_cents: centsOf(Number(amount)), note };
    const { message } = await api.call(adminOrderCalls.cash, { params: { id }, body });
    return { done: true, message };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

/** The account of the buyer that the dialog showed. */
const seen = (account: string) => (account === '' ? {} : { account_id: Number(account) });

const returnCash: FormAction = async ({
  api,
  t,
  values: { id = '', key = '', method = '', amount = '', note = '', account = '' },
}) => {
  try {
    const body = {
      key,
      method: method === 'transfer' ? 'transfer' : 'cash',
      amount_cents: centsOf(Number(amount)),
      note,
      ...seen(account),
    } as const;
    const { flag, message } = await api.call(cashReturnCalls.give, { params: { id }, body });
    return { done: flag === '1', message };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

/** The number of an order, with or without its letters and zeros. */
const ORDER = /^\s*(?:CQ-)?0*([1-9]\d{0,14})\s*$/i;

/** Checks what was typed to move overpaid money; null if it is valid. */
export function moveProblems(values: Record<string, unknown>, maxCents: number): Record<string, MessageKey> | null {
  const problems = cashProblems(values, maxCents, true) ?? {};
  if (problems.amount) problems.amount = 'admin.orders.move.amountWrong';
  if (typeof values.to !== 'string' || !ORDER.test(values.to)) problems.to = 'admin.orders.move.toWrong';
  return Object.keys(problems).length === 0 ? null : problems;
}

const moveMoney: FormAction = async ({ api, t, values: { id = '', key = '', to = '', amount = '', note = '' } }) => {
  try {
    const body = {
      key,
      to_order_id: Number(ORDER.exec(to)?.[1]),
      amount_cents: centsOf(Number(amount)),
      reason: note,
    };
    await api.call(adminOrderCalls.move, { params: { id }, body });
    return { done: true, message: t('admin.orders.move.done') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

const undoMove: FormAction = async ({ api, t, values: { id = '', key = '', reason = '' } }) => {
  if (reason.trim() === '') return { done: false, fields: { reason: t('admin.orders.take.reasonMissing') } };
  try {
    await api.call(adminOrderCalls.undoMove, { params: { id, key }, body: { reason: reason.trim() } });
    return { done: true, message: t('admin.orders.move.undone') };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

const moveSecurity: FormAction = async ({
  api,
  t,
  values: { id = '', key = '', kind = '', method = '', amount = '', note = '', account = '' },
}) => {
  try {
    const body = {
      key,
      kind: kind === 'taken' ? 'taken' : 'returned',
      method: method as CashMethod,
      amount_cents: centsOf(Number(amount)),
      note,
      ...seen(account),
    } as const;
    const { message } = await api.call(rentalCalls.security, { params: { id }, body });
    return { done: true, message };
  } catch (error) {
    return { done: false, message: reasonOf(error, t) };
  }
};

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
  'order security': moveSecurity,
  'order money move': moveMoney,
  'order move undo': undoMove,
  'order revive': revive,
  'order cash return': returnCash,
  'order cash': takeCash,
  'order complete': complete,
};
