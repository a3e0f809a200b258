import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Answer, Reason } from '../model/act-answer.ts';
import type { OrderAct } from '../model/act-list.ts';
import { answerTo } from '../model/order-act.ts';
import type { OrderFacts } from '../model/order-facts.ts';
import { factsOfOrders } from './order-facts-store.ts';

type Asked = {
  now: Date;
  isApproved?: boolean;
  /** The car that the act is about; null for all cars. */
  listingId?: number | null;
};
/** For acts whose rule does not look at the time. */
export const TIMELESS = new Date(0);

export type OrderAnswer = { facts: OrderFacts; answer: Answer };

/** Returns the answer to an act, with its facts. */
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
 * Throws unless an act is allowed now, or needs a second person and `isApproved`. Returns the facts. The caller locks the order until the act is
 * done, which keeps the answer valid.
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

/** Returns why an act is refused or needs a second person. */
export function reasonText(t: Translator, act: OrderAct, why: Reason, { openCents }: Owed): string {
  return why === 'money_open' ? t('orders.moneyOpen', { amount: t.cents(openCents) }) : t(wordsOf(act, why));
}

export function refusal(act: OrderAct, why: Reason, facts: Owed & { id: number }): AppError {
  return new AppError('conflict', `${act} of order ${facts.id} is refused: ${why}`, {
    write: (t) => reasonText(t, act, why, facts),
  });
}

/** Returns functions that answer for any act, by order id. */
export async function answersOf(
  db: Queryable,
  orderIds: number[],
  now: Date,
): Promise<Map<number, { facts: OrderFacts; answer: (act: OrderAct) => Answer }>> {
  const all = await factsOfOrders(db, orderIds);
  return new Map([...all].map(([id, facts]) => [id, { facts, answer: (act: OrderAct) => answerTo(act, facts, now) }]));
}

/** `money_open` names the amount, so its words have a placeholder. */
type Worded = Exclude<Reason, 'money_open'>;

/** Messages of refusals, with what to do instead. */
const WORDS: Record<Worded, MessageKey> = {
  waits: 'acts.waits',
  ended: 'acts.ended',
  live: 'acts.live',
  canceled: 'shipments.canceled',
  checked: 'watch.held',
  claimed: 'claims.frozen',
  disputed: 'acts.disputed',
  handed_over: 'acts.handedOver',
  aboard: 'acts.aboard',
  papers_made: 'acts.papersMade',
  report_withdrawn: 'acts.reportWithdrawn',
  days_over: 'acts.daysOver',
  rental_started: 'booking.cancel.started',
  rental: 'acts.rental',
  security_held: 'orders.security.held',
  old_terms: 'acts.oldTerms',
  money_received: 'orders.takeOut.late',
  all_paid: 'acts.allPaid',
  papers_missing: 'acts.papersMissing',
  letter_missing: 'acts.letterMissing',
  not_arrived: 'acts.notArrived',
  no_contract: 'acts.noContract',
  no_consignee: 'acts.noConsignee',
  bill_issued: 'orders.consignee.billIssued',
  claim_days: 'acts.claimDays',
  with_buyer: 'acts.withBuyer',
  away: 'acts.away',
  not_away: 'acts.notAway',
  back: 'acts.back',
  lost: 'acts.lost',
  loss: 'acts.loss',
  not_shipped: 'acts.notShipped',
  refunds_wait: 'acts.refundsWait',
  taken: 'acts.taken',
  nothing_paid: 'acts.nothingPaid',
  not_lapsed: 'acts.notLapsed',
  parts_returned: 'acts.partsReturned',
  gone: 'acts.gone',
  sale: 'orders.security.notRental',
  not_picked_up: 'acts.notPickedUp',
  picked_up: 'acts.pickedUp',
  with_renter: 'acts.withRenter',
  returned: 'acts.returned',
  not_begun: 'acts.notBegun',
  not_over: 'acts.notOver',
  not_late: 'acts.notLate',
  security_missing: 'acts.securityMissing',
  elsewhere: 'acts.elsewhere',
  license_missing: 'acts.licenseMissing',
  security_there: 'acts.securityThere',
  card_asked: 'acts.cardAsked',
  too_long: 'acts.holdTooLong',
  too_early: 'acts.holdTooEarly',
};

/** Words that fit an act better. */
const WORDS_OF: Partial<Record<OrderAct, Partial<Record<Reason, MessageKey>>>> = {
  cancel: { ended: 'booking.cancel.over' },
  cancel_by_office: {
    aboard: 'acts.aboard.second',
    report_withdrawn: 'acts.reportWithdrawn.second',
    handed_over: 'acts.handedOver.office',
  },
  complete: { waits: 'orders.notConfirmed', ended: 'orders.notConfirmed', lost: 'acts.lost.complete' },
  declare_lost: { handed_over: 'acts.lost.handedOver', lost: 'acts.lost.already' },
  change_term: {
    ended: 'orders.term.closed.ended',
    rental: 'orders.term.closed.ended',
    old_terms: 'orders.term.closed.ended',
    checked: 'orders.term.closed.checked',
    claimed: 'orders.term.closed.claimed',
    disputed: 'orders.term.closed.claimed',
    handed_over: 'orders.term.closed.ended',
    aboard: 'orders.term.closed.shipped',
  },
  change_consignee: {
    rental: 'orders.consignee.rental',
    ended: 'orders.consignee.ended',
    handed_over: 'orders.consignee.ended',
  },
  hand_over: { waits: 'handovers.notNow', canceled: 'handovers.notNow' },
  load: { waits: 'acts.waits.load' },
  pick_up: { waits: 'handovers.notNow', canceled: 'handovers.notNow', sale: 'handovers.problem.kind' },
  report_pick_up: {
    waits: 'handovers.notNow',
    canceled: 'handovers.notNow',
    sale: 'handovers.problem.kind',
    not_begun: 'acts.notBegun.signed',
  },
  report_return: {
    waits: 'handovers.notNow',
    canceled: 'handovers.notNow',
    sale: 'handovers.problem.kind',
    not_over: 'acts.notOver.signed',
  },
  bring_back: { waits: 'handovers.notNow', canceled: 'handovers.notNow', sale: 'handovers.problem.kind' },
  take_security: { ended: 'orders.security.ended' },
  hold_card: { ended: 'orders.ended' },
  charge: { ended: 'orders.ended' },
  charge_late: { ended: 'orders.ended' },
  charge_no_show: { ended: 'orders.ended' },
  return_cash: { handed_over: 'acts.handedOver.office', report_withdrawn: 'acts.reportWithdrawn.second' },
  return_security: { report_withdrawn: 'acts.reportWithdrawn.pickUp' },
  cancel_hold: { ended: 'orders.transfer.notHeld', live: 'orders.transfer.notHeld' },
  undo_match: {
    ended: 'orders.transferEnded',
    handed_over: 'acts.undo.handedOver',
    aboard: 'acts.undo.aboard',
    papers_made: 'acts.undo.papersMade',
    picked_up: 'acts.undo.pickedUp',
    report_withdrawn: 'acts.undo.reportWithdrawn',
  },
};

/** Returns the words for a refusal, or for the need of a second person. */
export function wordsOf(act: OrderAct, why: Worded): MessageKey {
  return WORDS_OF[act]?.[why] ?? WORDS[why];
}
