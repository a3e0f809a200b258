import { readDestination } from '#features/import-rules/model/destination.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { placeOrderCalls } from '../model/placing/place-order-calls.ts';
import type { OrderTermsResponse } from '../model/placing/place-order-contract.ts';
import { PLAN_OFFERS, type PlanOffer } from '../model/placing/plan-offer.ts';
import { orderPath } from './order-client.ts';

export const payByTransferPath = (listingId: number, search = '') =>
  paths.payByTransfer.replace(':id', String(listingId)) + search;

export function fetchOrderTerms(api: ApiClient, country: string | null): Promise<OrderTermsResponse> {
  return api.call(placeOrderCalls.terms, { query: country === null ? {} : { country } });
}

/** Names of the form's fields for the amount that the page showed for a plan. */
export const amountField = (plan: PlanOffer) => `amount_${plan}`;

/** Holds a car for a bank transfer, and opens its order. */
export const placeTransfer: FormAction = async ({ api, params, t, url, values }) => {
  const { name = '', address = '', country = '', email = '', transaction_id = '', accepted_terms = '' } = values;
  const plan = PLAN_OFFERS.find((known) => known === values.plan) ?? 'deposit_25';
  if (values.accept !== 'on') return { done: false, fields: { accept: t('orders.transfer.accept') } };
  const to = readDestination(url.searchParams.get('to'));
  const { order } = await api.call(placeOrderCalls.place, {
    body: {
      listing_id: Number(params.id),
      transaction_id,
      amount: Number(values[amountField(plan)]),
      payment_method: 'bank_transfer',
      plan,
      email,
      buyer: { name, address, country },
      accepted_terms: Number(accepted_terms),
      ...(to && { destination: { country: to.country, buyer: to.buyer, ...(to.port && { port: to.port }) } }),
    },
  });
  return { done: true, message: t('transfers.held'), to: order ? orderPath(order.id) : paths.dashboard };
};

/** Gives up a car that is held for a transfer. */
export const cancelHold: FormAction = async ({ api, params, t }) => {
  await api.call(placeOrderCalls.cancelHold, { params: { id: Number(params.id) } });
  return { done: true, message: t('transfers.canceled') };
};
