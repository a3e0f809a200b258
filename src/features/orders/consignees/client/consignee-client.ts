import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { declarationOf } from '#features/payments/destinations/model/buying-for.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { consigneeCalls } from '../../orders-calls.ts';
import type { ConsigneeVersionResponse, OrderConsigneeResponse } from '../model/consignee-contract.ts';

export const consigneePath = (id: number) => paths.orderConsignee.replace(':id', String(id));

export function fetchConsignee(api: ApiClient, id: number): Promise<OrderConsigneeResponse> {
  return api.call(consigneeCalls.show, { params: { id } });
}

/** Cancels the change of an order that waits. */
export const cancelConsigneeChange: FormAction = async ({ api, params }) => {
  const { message } = await api.call(consigneeCalls.cancel, { params: { id: Number(params.id) } });
  return { done: true, message };
};

/** Fetches everybody who was named as consignee of an order, for the back office. */
export async function fetchConsignees(api: ApiClient, id: number): Promise<ConsigneeVersionResponse[]> {
  return (await api.call(consigneeCalls.ofOffice, { params: { id } })).items;
}

/** Cancels the change of an order that waits, on behalf of the office. */
export const cancelConsigneeByOffice: FormAction = async ({ api, values }) => {
  const { message } = await api.call(consigneeCalls.cancelByOffice, { params: { id: Number(values.order) } });
  return { done: true, message };
};

export const cancelConsigneeByLink: FormAction = async ({ api, url }) => {
  const body = { token: url.searchParams.get('token') ?? '' };
  return outcomeOf(await api.call(consigneeCalls.cancelByLink, { body }));
};

/** Saves a consignee. Once money has arrived, the first submission emails a code, and the one with the code makes the change. */
export const saveConsignee: FormAction = async ({ api, params, t, values }) => {
  const id = Number(params.id);
  const { name = '', address = '', id_number = '', country = '', phone = '', notify_party = '' } = values;
  const details = { name, address, id_number, country, phone, notify_party, ...declarationOf(values) };
  const { password, code } = values;
  if (password !== undefined && !code) {
    if (password === '') return { done: false, fields: { password: t('account.change.passwordNeeded') } };
    await api.call(consigneeCalls.sendCode, { params: { id }, body: details });
    return { done: false, fields: { code: t('account.change.codeSent') } };
  }
  const body = { ...details, ...(password && { password }), ...(code && { code }) };
  const { current, pending } = await api.call(consigneeCalls.change, { params: { id }, body });
  const message = pending
    ? t('orders.consignee.waits', { time: t.utcTime(pending.effective_at) })
    : t('orders.consignee.saved', { name: current?.name ?? '' });
  return { done: true, message, to: orderPath(id) };
};
