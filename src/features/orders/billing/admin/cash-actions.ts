/** Form actions about money that changes hands in person. */

import type { CashMethod, TakenMethod } from '#features/orders/orders/model/order.ts';
import { reasonOf } from '#features/payments/payments/admin/payment-actions.ts';
import { centsOf } from '#lib/money.ts';
import { type FormAction, outcomeOf } from '#lib/pages/page-handlers.ts';
import { adminOrderCalls, cashReturnCalls, rentalCalls } from '../../office-calls.ts';

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
    return outcomeOf(await api.call(cashReturnCalls.give, { params: { id }, body }));
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

export const cashActions: Record<string, FormAction> = {
  'order cash': takeCash,
  'order cash return': returnCash,
  'order security': moveSecurity,
};
