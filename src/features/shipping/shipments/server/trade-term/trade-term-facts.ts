import type { Order, OrderCar } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, planOfOrder } from '#features/orders/server/api.ts';
import type { Reason } from '#features/payments/order-acts/model/act-answer.ts';
import { answerOf, choiceOfOrder, linesOfOrder, placesOfOrders, ratesOf } from '#features/payments/server/api.ts';
import {
  type OrderLine,
  type TradeChoice,
  type TransportRate,
  totalOf,
} from '#features/payments/trade-terms/model/trade-term.ts';
import type { TradeTermsResponse } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import type { Queryable } from '#lib/server/database/statement.ts';

/** What decides which trade terms the buyer of an order may choose. */
export type TradeTermFacts = {
  /** Null for a rental, and for a sale from before orders had a trade term. */
  current: TradeChoice | null;
  lines: OrderLine[];
  cars: OrderCar[];
  country: string | null;
  rates: TransportRate[];
  closed: TradeTermsResponse['closed'];
};

export async function tradeTermFacts(db: Queryable, order: Order, now: Date): Promise<TradeTermFacts> {
  const { id } = order;
  const lines = await linesOfOrder(db, id);
  const [place] = (await placesOfOrders(db, [id])).get(id) ?? [];
  const country = place?.country ?? null;
  const rates = country === null ? [] : await ratesOf(db, country);
  return {
    current: await choiceOfOrder(db, id),
    lines,
    cars: (await carsOfOrders(db, [id])).get(id) ?? [],
    country,
    rates,
    closed: await closedOf(db, order, { lines, country, rates }, now),
  };
}

async function closedOf(
  db: Queryable,
  { id }: Order,
  { lines, country, rates }: Pick<TradeTermFacts, 'lines' | 'country' | 'rates'>,
  now: Date,
): Promise<TradeTermsResponse['closed']> {
  const { answer } = await answerOf(db, id, 'change_term', now);
  if (answer.may !== 'yes') return CLOSED[answer.why] ?? 'ended';
  const planned = (await planOfOrder(db, id)).filter(({ kind }) => kind === 'transport');
  const isReduced = planned.reduce((sum, { amountCents }) => sum + amountCents, 0) !== totalOf(lines);
  if (isReduced) return 'claimed';
  if (country === null) return 'no_country';
  return rates.length === 0 ? 'no_rates' : null;
}

const CLOSED: Partial<Record<Reason, TradeTermsResponse['closed']>> = {
  checked: 'checked',
  claimed: 'claimed',
  disputed: 'claimed',
  aboard: 'shipped',
};
