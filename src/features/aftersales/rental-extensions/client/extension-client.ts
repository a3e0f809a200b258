import { dayAfter } from '#features/payments/payments/model/calendar-day.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { extensionCalls } from '../../aftersales-calls.ts';
import { priceOfExtension } from '../model/extension.ts';
import type { ExtensionResponse, ExtensionsResponse, RentalRequest } from '../model/extension-contract.ts';

/** Fetches the requests to extend a rental; null for a car for sale, or if the caller may not see it. */
export function fetchExtensions(api: ApiClient, orderId: number): Promise<ExtensionsResponse | null> {
  return api.findPermitted(extensionCalls.list, { params: { id: orderId } });
}

/** Fetches the requests that wait for the answer of the caller. */
export async function fetchRentalRequests(api: ApiClient): Promise<RentalRequest[]> {
  return (await api.call(extensionCalls.waiting)).items;
}

/** Returns what the rental costs until a last day; null if that is no day more. */
export function costUntil(rental: ExtensionsResponse, lastDay: string): number | null {
  const { first_day: startDay, last_day: last, price_cents: priceCents, tax_cents: taxCents } = rental;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(lastDay) || lastDay > rental.latest_day) return null;
  const rented = { startDay, endDay: dayAfter(last), priceCents, taxCents };
  return priceOfExtension(rented, dayAfter(lastDay))?.totalCents ?? null;
}

const ask: FormAction = async ({ api, t, values: { order = '', last_day: lastDay = '' } }) => {
  const rental = await api.call(extensionCalls.list, { params: { id: order } });
  const body = { last_day: lastDay, total_cents: costUntil(rental, lastDay) ?? 1 };
  await api.call(extensionCalls.ask, { params: { id: order }, body });
  return { done: true, message: t('extensions.asked') };
};

const answer: FormAction = async ({ api, t, values: { order = '', extension = '', answer: said = '' } }) => {
  const body = { answer: said as NonNullable<ExtensionResponse['answer']> };
  await api.call(extensionCalls.answer, { params: { id: order, extension }, body });
  return { done: true, message: t('extensions.saved') };
};

/** Form actions about extending a rental. */
export const extensionActions: Record<string, FormAction> = { 'ask extension': ask, 'answer extension': answer };
