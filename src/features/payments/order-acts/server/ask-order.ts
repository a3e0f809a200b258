import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Answer, Reason } from '../model/act-answer.ts';
import { answerTo, type OrderAct } from '../model/order-act.ts';
import type { OrderFacts } from '../model/order-facts.ts';
import { wordsOf } from '../model/reason-words.ts';
import { factsOfOrders } from './order-facts-store.ts';

type Asked = {
  now: Date;
  /** Whether a second person has approved the act. */
  isApproved?: boolean;
  /** The cars that the act is about; null for all cars of the order. */
  listingId?: number | null;
};
/** For acts whose rule does not look at the time. */
export const TIMELESS = new Date(0);

export type OrderAnswer = { facts: OrderFacts; answer: Answer };

/** Returns the answer to an act with the facts that it rests on. */
export async function answerOf(
  db: Queryable,
  orderId: number,
  act: OrderAct,
  now: Date,
  listingId: number | null = null,
): Promise<OrderAnswer> {
  const found = (await factsOfOrders(db, [orderId])).get(orderId);
  if (!found) throw new Error(`order ${orderId} is missing`);
  const cars = listingId === null ? found.cars : found.cars.filter((car) => car.listingId === listingId);
  const facts = { ...found, cars };
  return { facts, answer: answerTo(act, facts, now) };
}

/**
 * Asks whether an act may happen to an order, and throws if not. An act that needs a second person is refused unless it was approved. The
 * caller holds the lock of the order until the act is done, so that nothing changes the answer.
 */
export async function askOrder(
  db: Queryable,
  orderId: number,
  act: OrderAct,
  { now, isApproved = false, listingId = null }: Asked,
): Promise<OrderFacts> {
  const { facts, answer } = await answerOf(db, orderId, act, now, listingId);
  if (answer.may === 'no' || (answer.may === 'second' && !isApproved)) throw refusal(act, answer.why, facts);
  return facts;
}

type Owed = Pick<OrderFacts, 'openCents'>;

/** Says why an act is refused, or needs a second person. */
export function reasonText(t: Translator, act: OrderAct, why: Reason, { openCents }: Owed): string {
  return why === 'money_open' ? t('orders.moneyOpen', { amount: t.cents(openCents) }) : t(wordsOf(act, why));
}

export function refusal(act: OrderAct, why: Reason, facts: Owed & { id: number }): AppError {
  return new AppError('conflict', `${act} of order ${facts.id} is refused: ${why}`, {
    write: (t) => reasonText(t, act, why, facts),
  });
}

/** Returns the answers to several acts for several orders, by order id: what pages offer, and why not. */
export async function answersOf(
  db: Queryable,
  orderIds: number[],
  now: Date,
): Promise<Map<number, { facts: OrderFacts; answer: (act: OrderAct) => Answer }>> {
  const all = await factsOfOrders(db, orderIds);
  return new Map([...all].map(([id, facts]) => [id, { facts, answer: (act: OrderAct) => answerTo(act, facts, now) }]));
}
