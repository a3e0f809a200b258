import type { Order } from '#features/orders/orders/model/order.ts';
import { findOrder, orderNotFound } from '#features/orders/server/api.ts';
import {
  choicesOf,
  LINE_KINDS,
  linesOf,
  rateOf,
  SOLD_FOB,
  type TradeChoice,
  totalOf,
} from '#features/payments/trade-terms/model/trade-term.ts';
import type { TradeOffer, TradeTermsResponse } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type TradeTermFacts, tradeTermFacts } from './trade-term-facts.ts';

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
