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
