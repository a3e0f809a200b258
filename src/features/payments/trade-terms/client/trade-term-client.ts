import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { tradeTermCalls } from '../../payments-calls.ts';
import type { TradeTerm } from '../model/trade-term.ts';
import type { TradeOffer, TradeTermsResponse } from '../model/trade-term-contract.ts';

export const tradeTermPath = (orderId: number) => paths.orderTransport.replace(':id', String(orderId));

export function fetchTradeTerms(api: ApiClient, orderId: number): Promise<TradeTermsResponse> {
  return api.call(tradeTermCalls.offers, { params: { id: orderId } });
}

/** The value of an offer in a form, with the amount that the buyer saw. */
export const offerValue = ({ term, port, place, total_cents: cents }: TradeOffer) =>
  JSON.stringify([term, port, place, cents]);

/** Reads what `offerValue` has written. Returns null for any other text. */
function offerOf(value: string): [TradeTerm, string | null, string, number] | null {
  try {
    const read: unknown = JSON.parse(value);
    return Array.isArray(read) && read.length === 4 ? (read as [TradeTerm, string | null, string, number]) : null;
  } catch {
    return null;
  }
}

/** Chooses the offer of a form, with or without the inspection whose price the form names. */
export const chooseTradeTerm: FormAction = async ({ api, params, t, values }) => {
  const id = Number(params.id);
  const { offer = '', inspection, inspection_cents: inspectionCents = '0' } = values;
  const chosen = offerOf(offer);
  if (!chosen) return { done: false, fields: { offer: t('orders.term.chooseOne') } };
  const [term, port, place, cents] = chosen;
  const isInspected = inspection !== undefined && inspection !== '';
  const total = cents + (isInspected ? Number(inspectionCents) : 0);
  const body = { term, port, place, inspection: isInspected, total_cents: total };
  await api.call(tradeTermCalls.choose, { params: { id }, body });
  return { done: true, message: t('orders.term.chosen'), to: paths.order.replace(':id', String(id)) };
};
