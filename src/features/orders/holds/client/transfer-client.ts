import { importCalls } from '#features/customs/customs-calls.ts';
import { type Destination, readDestination } from '#features/customs/import-rules/model/destination.ts';
import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { declarationOf } from '#features/payments/destinations/model/declaration.ts';
import { PLAN_OFFERS, type PlanOffer } from '#features/payments/order-terms/model/order-terms.ts';
import type { OrderTermsResponse } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { orderTermsCalls } from '#features/payments/payments-calls.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { placeOrderCalls } from '../../orders-calls.ts';
import { carsOfAddress } from '../model/cars-of-order.ts';

export const payByTransferPath = (listingId: number, search = '') =>
  paths.payByTransfer.replace(':id', String(listingId)) + search;

export function fetchOrderTerms(api: ApiClient, country: string | null): Promise<OrderTermsResponse> {
  return api.call(orderTermsCalls.read, { query: country === null ? {} : { country } });
}

/** The city of a destination if a way to it is known, else null. */
async function fetchKnownCity(api: ApiClient, { country, city }: Destination): Promise<string | null> {
  if (city === null) return null;
  const { countries } = await api.call(importCalls.countries);
  return countries.some((each) => each.country === country && each.cities.includes(city)) ? city : null;
}

/** The field with the amount that the page showed for a plan. */
export const amountField = (plan: PlanOffer) => `amount_${plan}`;

/** Holds the cars of the page for a bank transfer and redirects to their order. */
export const placeTransfer: FormAction = async ({ api, params, t, url, values }) => {
  const { name = '', address = '', country = '', email = '', transaction_id = '', accepted_terms = '' } = values;
  const plan = PLAN_OFFERS.find((known) => known === values.plan) ?? 'deposit_25';
  if (values.accept !== 'on') return { done: false, fields: { accept: t('orders.transfer.accept') } };
  const to = readDestination(url.searchParams.get('to'));
  const city = to && (await fetchKnownCity(api, to));
  const [one, ...others] = carsOfAddress(params.id ?? '', url).map(Number);
  const { order } = await api.call(placeOrderCalls.place, {
    body: {
      ...(others.length > 0 ? { listing_ids: [Number(one), ...others] } : { listing_id: Number(one) }),
      transaction_id,
      amount: Number(values[amountField(plan)]),
      payment_method: 'bank_transfer',
      plan,
      email,
      buyer: { name, address, country },
      accepted_terms: Number(accepted_terms),
      ...declarationOf(values),
      ...(to
        ? {
            destination: {
              country: to.country,
              buyer: to.buyer,
              ...(to.port && { port: to.port }),
              ...(city && { city }),
            },
          }
        : { destination_not_said: true as const }),
    },
  });
  return {
    done: true,
    message: t('transfers.held', { cars: 1 + others.length }),
    to: order ? orderPath(order.id) : paths.dashboard,
  };
};

/** Takes one of several cars out of an order that waits for a transfer. */
export const takeCarOut: FormAction = async ({ api, params, t, values }) => {
  const body = { listing_id: Number(values.car) };
  const { transfer } = await api.call(placeOrderCalls.takeOut, { params: { id: Number(params.id) }, body });
  return { done: true, message: t('transfers.takenOut', { amount: t.cents(transfer?.amount_cents ?? 0) }) };
};

export const cancelHold: FormAction = async ({ api, params, t }) => {
  const { cars } = await api.call(placeOrderCalls.cancelHold, { params: { id: Number(params.id) } });
  return { done: true, message: t('transfers.canceled', { cars: cars.length }) };
};
