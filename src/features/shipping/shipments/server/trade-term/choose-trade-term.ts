import { isDeepStrictEqual } from 'node:util';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import {
  issueProForma,
  lockOrder,
  mailHold,
  type OrderDeps,
  orderNotFound,
  planTransport,
} from '#features/orders/server/api.ts';
import { checkDestination, insertChoice, recordAnswers } from '#features/payments/server/api.ts';
import {
  linesOf,
  rateOf,
  SOLD_FOB,
  type TradeChoice,
  totalOf,
} from '#features/payments/trade-terms/model/trade-term.ts';
import type { ChoiceBody } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { tradeTermFacts } from './read-trade-terms.ts';

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
      const answers = await checkDestination(db, { book, clock }, order, { country }, 'orders.term.prohibited');
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
