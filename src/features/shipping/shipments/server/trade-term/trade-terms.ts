import { isDeepStrictEqual } from 'node:util';
import { type Order, type OrderCar, orderNumber } from '#features/orders/orders/model/order.ts';
import {
  carsOfOrders,
  findOrder,
  issueProForma,
  lockOrder,
  mailHold,
  type OrderDeps,
  orderNotFound,
  planOfOrder,
  planTransport,
} from '#features/orders/server/api.ts';
import type { Reason } from '#features/payments/order-acts/model/act-answer.ts';
import {
  answerOf,
  checkDestination,
  choiceOfOrder,
  insertChoice,
  linesOfOrder,
  placesOfOrders,
  ratesOf,
  recordAnswers,
} from '#features/payments/server/api.ts';
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
import type {
  ChoiceBody,
  TradeOffer,
  TradeTermsResponse,
} from '#features/payments/trade-terms/model/trade-term-contract.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';

const refused = (messageKey: MessageKey, why: string) => new AppError('conflict', why, { messageKey });

/**
 * Changes the trade term of an order and adds its cost to the payment plan. A held order gets a new pro-forma invoice; for a booked one, the
 * worker issues an invoice or a credit note. Choosing the same term again changes nothing. Throws if the buyer was shown another amount.
 */
export async function chooseTradeTerm(
  deps: OrderDeps,
  userId: number,
  orderId: number,
  body: ChoiceBody,
  t: Translator,
): Promise<void> {
  const { pool, clock, rules } = deps.payments;
  // Before the transaction, because reading the rules takes a second connection.
  const book = await rules.newest();
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order || order.userId !== userId) throw orderNotFound();
    const { current, lines: before, cars, country, rates, closed } = await tradeTermFacts(db, order, clock.now());
    if (closed !== null) throw refused(`orders.term.closed.${closed}`, `the trade term is closed: ${closed}`);
    const choice = choiceOf(body);
    const rate = rateOf(choice, rates);
    const isOffered = choice.term === 'FOB' || rate !== null;
    if (!isOffered || (choice.inspection && !rate?.inspectionCents))
      throw refused('orders.term.notOffered', 'not offered');
    const lines = linesOf(choice, rate, cars);
    if (totalOf(lines) !== body.total_cents) throw refused('orders.term.priceChanged', 'another amount was shown');
    if (isDeepStrictEqual([choice, lines], [current, before])) return;
    if (choice.port !== null && country !== null) {
      const named = { country, port: choice.port, place: choice.place };
      const answers = await checkDestination(db, { book, clock }, order, named, 'orders.term.prohibited');
      const told = { siteOrigin: deps.siteOrigin, id: orderId, number: orderNumber(orderId) };
      await recordAnswers(db, told, 'trade_term', answers);
    }
    await insertChoice(db, orderId, { choice, lines, chosenBy: userId, reason: 'The buyer chose it.' });
    await planTransport(db, orderId, totalOf(lines), clock.now());
    if (order.life !== 'held') return;
    await mailHold(db, deps, orderId, 'changed');
    await issueProForma(db, { documents: deps.documents, clock }, orderId, t.locale);
  });
}

/** Keeps port and place only if the term needs them. */
function choiceOf({ term, port, place, inspection }: ChoiceBody): TradeChoice {
  if (term === 'FOB') return { ...SOLD_FOB, inspection };
  if (port === null) throw new AppError('malformed', 'no port', { fields: { port: 'orders.term.portNeeded' } });
  return { term, port, place: term === 'CIP' ? place : '', inspection };
}

/**
 * Makes an order FOB again, because its shipping was not paid in time. If a car is already on a vessel, changes nothing and returns false:
 * the buyer still owes the shipping. The caller holds the lock of the order.
 */
export async function dropUnpaidTransport(db: Queryable, order: Order, now: Date): Promise<boolean> {
  if ((await tradeTermFacts(db, order, now)).closed === 'shipped') return false;
  const reason = 'It was not paid in time.';
  await insertChoice(db, order.id, { choice: SOLD_FOB, lines: [], chosenBy: null, reason });
  await planTransport(db, order.id, 0, now);
  return true;
}

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

async function tradeTermFacts(db: Queryable, order: Order, now: Date): Promise<TradeTermFacts> {
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
