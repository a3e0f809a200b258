import { orderPath } from '#features/orders/orders/client/order-client.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { consigneeCalls, contractCalls } from '../../orders-calls.ts';
import type { SalesContractResponse, SalesResponse } from '../model/sales-contract-contract.ts';

/** Where sellers find their sold cars. */
export const SALES_PATH = `${paths.dashboard}#sold-cars`;

/** Fetches the contract of an order; null if the user has none. */
export function fetchContract(api: ApiClient, id: string): Promise<SalesContractResponse | null> {
  return api.find(contractCalls.show, { params: { id } });
}

export function fetchSales(api: ApiClient): Promise<SalesResponse> {
  return api.call(contractCalls.sales);
}

export const acceptContract: FormAction = async ({ api, params, t, values: { hash = '', accept } }) => {
  if (accept === undefined) return { done: false, fields: { accept: t('contract.accept.checkNeeded') } };
  const { order_id: id, role } = await api.call(contractCalls.accept, {
    params: { id: params.id ?? '' },
    body: { hash },
  });
  return { done: true, message: t('contract.accepted'), to: role === 'buyer' ? orderPath(id) : SALES_PATH };
};

/** Form actions of the list of sold cars. */
export const salesActions: Record<string, FormAction> = {
  'cancel-consignee': async ({ api, values: { order = '' } }) => {
    const { message } = await api.call(consigneeCalls.cancel, { params: { id: order } });
    return { done: true, message };
  },
};
