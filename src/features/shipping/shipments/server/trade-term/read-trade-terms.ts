import type { Order, OrderCar } from '#features/orders/orders/model/order.ts';
import { carsOfOrders, findOrder, orderNotFound, planOfOrder } from '#features/orders/server/api.ts';
import type { Reason } from '#features/payments/order-acts/model/act-answer.ts';
import { answerOf, choiceOfOrder, linesOfOrder, placesOfOrders, ratesOf } from '#features/payments/server/api.ts';
import {
  choicesOf,
  LINE_KINDS,
  linesOf,
  type OrderLine,
  rateOf,
  SOLD_FOB,
  type TradeChoice,
  type TransportRate,
  totalOf,
} from '#features/payments/trade-terms/model/trade-term.ts';
import type { TradeOffer, TradeTermsResponse } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';

/** Returns the trade term of a buyer's order, and those that the buyer may choose with what each adds. */
export async function readTradeTerms(
  db: Queryable,
  userId: number,
  orderId: number,
  now: Date,
): Promise<TradeTermsResponse> {
  const order = await findOrder(db, orderId);
  if (!order || order.userId !== userId) throw orderNotFound();
  return responseOf(db, order, now);
}

async function responseOf(db: Queryable, order: Order, now: Date): Promise<TradeTermsResponse> {
  const facts = await tradeTermFacts(db, order, now);
  const { current, lines, country, closed, rates, cars } = facts;
  const isOpen = closed === null;
  return {
    ...(current ?? { ...SOLD_FOB, term: null }),
    lines: lines.map(({ listingId, kind, cents }) => ({ listing_id: listingId, kind, cents })),
    total_cents: totalOf(lines),
    country,
    closed,
    offers: isOpen ? choicesOf(rates).map((choice) => offerOf(choice, facts)) : [],
    inspection_cents: isOpen ? (rates[0]?.inspectionCents ?? 0) * cars.length : 0,
  };
}

function offerOf(choice: TradeChoice, { rates, cars }: TradeTermFacts): TradeOffer {
  const { term, port, place } = choice;
  const added = linesOf(choice, rateOf(choice, rates), cars);
  const lines = LINE_KINDS.map((kind) => ({ kind, cents: totalOf(added.filter((line) => line.kind === kind)) }));
  return { term, port, place, lines: lines.filter(({ cents }) => cents > 0), total_cents: totalOf(added) };
}

/** What decides which trade terms the buyer of an order may choose. */
type TradeTermFacts = {
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
