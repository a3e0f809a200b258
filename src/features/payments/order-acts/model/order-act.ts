import { type Answer, firstOf, no, type Reason, second, YES } from './act-answer.ts';
import type { OrderAct } from './act-list.ts';
import { cancellationOf } from './cancellation.ts';
import { claimDaysOf } from './claim-days.ts';
import {
  type CarFacts,
  hasArrived,
  hasBill,
  hasLeft,
  isAboard,
  isPickedUp,
  isWithRenter,
  missingPapers,
  type OrderFacts,
} from './order-facts.ts';

const DAY_MS = 86_400_000;
/** A renter may take the car so long before the agreed time if the owner agrees, and a return may be reported so early without signatures. */
const EARLY_MS = DAY_MS / 2;

/** A rule that checks only the state of the order. */
type Rule = (facts: OrderFacts, now: Date) => Answer;

const notBooked = ({ life }: OrderFacts): Reason | null =>
  life === 'held' ? 'waits' : life === 'active' ? null : 'ended';
/** Another decision is pending. */
const undecided = ({ isChecked, isClaimed, isDisputed }: OrderFacts): Reason | null => {
  if (isChecked) return 'checked';
  if (isClaimed) return 'claimed';
  return isDisputed ? 'disputed' : null;
};
const isSale = ({ offer }: OrderFacts) => offer === 'Sell';
const isHandedOver = ({ cars }: OrderFacts) => cars.some((car) => car.isHandedOver);
export const isReturned = ({ cars }: OrderFacts) => cars.some(isPickedUp) && !cars.some(isWithRenter);
const isShipped = ({ cars }: OrderFacts) => cars.some(isAboard);
const hasLeftVessel = ({ cars }: OrderFacts) => cars.some(hasLeft);
const hasWithdrawnPickUp = ({ cars }: OrderFacts) =>
  cars.some((car) => car.withdrawn.includes('pick_up') && !isPickedUp(car));
const isAway = ({ cars }: OrderFacts) => cars.some((car) => car.isAway && !car.isLost);
const isBack = ({ cars }: OrderFacts) => cars.some((car) => car.isBack);
const isLost = ({ cars }: OrderFacts) => cars.some((car) => car.isLost);
const owes = ({ openCents, terms }: OrderFacts): Reason | false =>
  terms.requiresBalance && openCents > 0 && 'money_open';
/** A deposit that staff took. What is held on a card ends with the order. */
const hasSecurity = ({ securityHeldCents }: OrderFacts): Reason | false => securityHeldCents > 0 && 'security_held';

const cancel: Rule = (facts, now) => {
  const stopped = notBooked(facts) ?? undecided(facts);
  if (stopped) return no(stopped);
  if (!isSale(facts)) {
    const isStarted = facts.cars.some(isPickedUp) || (facts.startsAt !== null && now >= facts.startsAt);
    return firstOf(hasSecurity(facts), isStarted && 'rental_started', hasWithdrawnPickUp(facts) && 'report_withdrawn');
  }
  return firstOf(
    isHandedOver(facts) && 'handed_over',
    isShipped(facts) && 'aboard',
    facts.terms.cancelUntil === 'export_papers' && facts.cars.some(({ papers }) => papers.length > 0) && 'papers_made',
    hasLeftVessel(facts) && 'report_withdrawn',
    facts.terms.cancelUntil === 'export_papers' &&
      facts.cars.some(({ withdrawn }) => withdrawn.includes('papers')) &&
      'report_withdrawn',
    cancellationOf(facts, now).keptCents >= facts.priceCents && 'days_over',
  );
};

const cancelByOffice: Rule = (facts) => {
  const stopped = notBooked(facts) ?? undecided(facts) ?? (hasSecurity(facts) || null);
  if (stopped) return no(stopped);
  if (isHandedOver(facts)) return no('handed_over');
  if (facts.cars.some(isWithRenter)) return no('with_renter');
  if (isShipped(facts)) return second('aboard');
  return hasLeftVessel(facts) || hasWithdrawnPickUp(facts) ? second('report_withdrawn') : YES;
};

const releaseUnpaid: Rule = (facts) =>
  firstOf(
    notBooked(facts),
    undecided(facts),
    !isSale(facts) && 'rental',
    !facts.terms.requiresBalance && 'old_terms',
    facts.openCents <= 0 && 'all_paid',
    isHandedOver(facts) && 'handed_over',
    isShipped(facts) && 'aboard',
    hasLeftVessel(facts) && 'report_withdrawn',
  );

/** Refunds of live orders end them, which is another act. */
const refund =
  (all: boolean): Rule =>
  (facts) => {
    if (facts.life === 'held' || facts.life === 'active') return no('live');
    const stopped = undecided(facts);
    if (stopped) return no(stopped);
    const isWithBuyer = isSale(facts) && facts.life === 'completed' && !facts.cars.every((car) => car.isBack);
    return all && isWithBuyer ? second('with_buyer') : YES;
  };

const changeTerm: Rule = (facts) =>
  firstOf(
    !isSale(facts) && 'rental',
    facts.life !== 'held' && facts.life !== 'active' && 'ended',
    !facts.terms.requiresBalance && 'old_terms',
    undecided(facts),
    isHandedOver(facts) && 'handed_over',
    facts.cars.some((car) => car.isOnSailing || isAboard(car) || hasLeft(car)) && 'aboard',
  );

const changeConsignee: Rule = (facts) =>
  firstOf(
    !isSale(facts) && 'rental',
    facts.cars.some(hasBill) && 'bill_issued',
    facts.life !== 'held' && facts.life !== 'active' && 'ended',
    facts.isChecked && 'checked',
    isHandedOver(facts) && 'handed_over',
  );

const paperOf = (cars: readonly CarFacts[]): Reason | null => {
  const missing = cars.filter((car) => !isAboard(car)).flatMap(missingPapers);
  if (missing.length === 0) return null;
  return missing.every((paper) => paper === 'makers_letter') ? 'letter_missing' : 'papers_missing';
};

/** Reports about a car that is aboard are always allowed, because they are facts, unless its return has sent refunds. */
const load: Rule = (facts) => {
  if (facts.life === 'cancelled') return no('canceled');
  if (isBack(facts)) return no('back');
  if (!isSale(facts) || !facts.terms.requiresSteps || facts.cars.every(isAboard)) return YES;
  return firstOf(facts.life === 'held' && 'waits', undecided(facts), paperOf(facts.cars), owes(facts));
};

const handOver: Rule = (facts) => {
  if (!isSale(facts)) return no('rental');
  if (facts.life === 'held') return no('waits');
  if (facts.life === 'cancelled') return no('canceled');
  if (isBack(facts) || isLost(facts)) return no(isBack(facts) ? 'back' : 'lost');
  return facts.terms.requiresSteps
    ? firstOf(facts.isChecked && 'checked', facts.isDisputed && 'disputed', owes(facts))
    : YES;
};

const complete: Rule = (facts, now) => {
  const { terms, cars, returnBy } = facts;
  const stopped = notBooked(facts) ?? undecided(facts);
  if (stopped) return no(stopped);
  const going = cars.filter((car) => !car.isBack && !car.isLost);
  const gates = isSale(facts) && terms.requiresSteps && going.length > 0;
  return firstOf(
    owes(facts),
    isLost(facts) && !facts.isReduced && 'lost',
    facts.refundsAwaitReturn && isBack(facts) && 'away',
    terms.requiresBalance && hasSecurity(facts),
    facts.isCardHeld && 'security_held',
    terms.requiresSteps && cars.some(isWithRenter) && 'with_renter',
    terms.requiresSteps && !isSale(facts) && !isReturned(facts) && returnBy !== null && now < returnBy && 'not_over',
    gates && terms.requiresContract && !facts.contractAccepted && 'no_contract',
    gates && !facts.hasConsignee && 'no_consignee',
    gates && paperOf(going.filter((car) => !car.isHandedOver)),
    gates && !going.every((car) => hasArrived(car, facts.tradeTerm)) && 'not_arrived',
  );
};

const payOut: Rule = (facts, now) => {
  const days = claimDaysOf(facts, now);
  if (days === null) return no('live');
  const stopped = undecided(facts) ?? (isAway(facts) ? 'away' : null);
  if (stopped) return no(stopped);
  const isDue = now.getTime() >= days.from.getTime() + facts.payoutDays * DAY_MS;
  if (isSale(facts)) return isDue ? YES : second('claim_days');
  if (facts.startsAt !== null && now < facts.startsAt) return second('not_begun');
  return facts.returnBy !== null && now < facts.returnBy ? second('not_over') : YES;
};

/** The owner alone reports no pick-up or return earlier than agreed, because it would end the renter's right to cancel or to keep the car. */
const reportPickUp: Rule = (facts, now) => {
  const answer = pickUp(facts, now);
  const isEarly = facts.terms.requiresSteps && facts.startsAt !== null && now < facts.startsAt;
  return answer.may === 'yes' && isEarly ? no('not_begun') : answer;
};

const reportReturn: Rule = (facts, now) => {
  const answer = bringBack(facts, now);
  const { terms, returnBy } = facts;
  const isEarly = terms.requiresSteps && returnBy !== null && now.getTime() < returnBy.getTime() - EARLY_MS;
  return answer.may === 'yes' && isEarly ? no('not_over') : answer;
};

/** By the newest terms, a renter gets the car after the license is checked, everything is paid and the security deposit is taken. */
const pickUp: Rule = (facts, now) => {
  const { terms, cars, startsAt, securityMissingCents, hasLicense } = facts;
  const stopped = isSale(facts) ? 'sale' : facts.life === 'cancelled' ? 'canceled' : notBooked(facts);
  if (stopped) return no(stopped);
  if (!terms.requiresSteps) return YES;
  return firstOf(
    undecided(facts),
    startsAt !== null && now.getTime() < startsAt.getTime() - EARLY_MS && 'not_begun',
    !hasLicense && 'license_missing',
    owes(facts),
    securityMissingCents > 0 && 'security_missing',
    cars.some(({ isElsewhere }) => isElsewhere) && 'elsewhere',
  );
};

const bringBack: Rule = (facts) => {
  if (isSale(facts)) return no('sale');
  if (facts.life === 'cancelled') return no('canceled');
  return firstOf(
    facts.life === 'held' && 'waits',
    facts.terms.requiresSteps && !facts.cars.some(isPickedUp) && 'not_picked_up',
  );
};

const notRental = (facts: OrderFacts): Reason | false => (isSale(facts) || !facts.terms.requiresBalance) && 'sale';

const takeSecurity: Rule = (facts) =>
  firstOf(
    notRental(facts),
    notBooked(facts),
    isReturned(facts) && 'returned',
    facts.isCardAsked && 'card_asked',
    facts.isCardHeld && facts.securityMissingCents <= 0 && 'security_there',
  );

const returnSecurity: Rule = (facts) =>
  firstOf(
    notRental(facts),
    undecided(facts),
    facts.terms.requiresSteps && facts.cars.some(isWithRenter) && 'with_renter',
    facts.terms.requiresSteps && facts.life === 'active' && hasWithdrawnPickUp(facts) && 'report_withdrawn',
  );

/** Card networks let a reservation lapse after seven days, and staff look at the car after its return. */
const CARD_HOLD_MS = 6 * DAY_MS;

const holdCard: Rule = (facts, now) => {
  const { startsAt, returnBy, securityMissingCents, cars } = facts;
  const stopped = firstOf(
    notRental(facts),
    notBooked(facts),
    undecided(facts),
    isReturned(facts) && 'returned',
    securityMissingCents <= 0 && 'security_there',
  );
  if (stopped.may !== 'yes' || startsAt === null || returnBy === null || cars.some(isWithRenter)) return stopped;
  const lastsFrom = returnBy.getTime() - CARD_HOLD_MS;
  return firstOf(lastsFrom > startsAt.getTime() && 'too_long', lastsFrom > now.getTime() && 'too_early');
};

const charge: Rule = (facts) =>
  firstOf(notRental(facts), notBooked(facts), undecided(facts), !facts.cars.some(isPickedUp) && 'not_picked_up');

/** A car that was not brought back is late as soon as its time is over. */
const isLate = ({ cars, returnBy }: OrderFacts, now: Date) =>
  returnBy !== null && cars.some(({ returnedAt }) => (returnedAt ?? now) > returnBy);

const chargeLate: Rule = (facts, now) => {
  const answer = charge(facts, now);
  return answer.may !== 'yes' || isLate(facts, now) ? answer : no('not_late');
};

const chargeNoShow: Rule = (facts, now) =>
  firstOf(
    notRental(facts),
    notBooked(facts),
    undecided(facts),
    facts.cars.some(isPickedUp) && 'picked_up',
    facts.startsAt !== null && now < facts.startsAt && 'not_begun',
  );

const extend: Rule = (facts) =>
  firstOf(notRental(facts), notBooked(facts), undecided(facts), isReturned(facts) && 'returned');

/** The car is returned before its price, as with other refunds. A surplus can be returned at any time. */
const returnCash: Rule = (facts) => {
  const stopped = undecided(facts) ?? (facts.refundsAwaitReturn ? 'away' : null);
  if (stopped) return no(stopped);
  if (facts.life !== 'active' || !isSale(facts) || facts.openCents < 0) return YES;
  if (isHandedOver(facts)) return no('handed_over');
  if (isShipped(facts)) return second('aboard');
  return hasLeftVessel(facts) ? second('report_withdrawn') : YES;
};

// A hit of a watch list may be about the payer of the wrong transfer, so it does not stop the correction.
const undoMatch: Rule = (facts) => {
  const { life, isClaimed, isDisputed, cars } = facts;
  if (life !== 'held' && life !== 'active') return no('ended');
  if (isClaimed || isDisputed) return no(isClaimed ? 'claimed' : 'disputed');
  if (isHandedOver(facts)) return second('handed_over');
  if (isShipped(facts)) return second('aboard');
  if (cars.some(({ papers }) => papers.length > 0)) return second('papers_made');
  if (cars.some(isPickedUp)) return second('picked_up');
  return cars.some(({ withdrawn }) => withdrawn.length > 0) ? second('report_withdrawn') : YES;
};

/** Refunds of a car at sea wait for it, so its buyer would otherwise never get the money for a car that cannot come back. */
const declareLost: Rule = (facts) => {
  const { life, cars, isChecked } = facts;
  const isOnItsWay = cars.some((car) => car.isAway || (life !== 'cancelled' && (isAboard(car) || hasLeft(car))));
  const stopped = firstOf(
    !isSale(facts) && 'rental',
    life === 'held' && 'waits',
    isChecked && 'checked',
    isHandedOver(facts) && 'handed_over',
    isBack(facts) && 'back',
    isLost(facts) && 'lost',
    !isOnItsWay && 'not_shipped',
  );
  return stopped.may === 'yes' ? second('loss') : stopped;
};

const RULES: Record<OrderAct, Rule> = {
  cancel,
  cancel_by_office: cancelByOffice,
  release_unpaid: releaseUnpaid,
  end_by_claim: (facts) => firstOf(notBooked(facts), facts.isChecked && 'checked', facts.isDisputed && 'disputed'),
  end_refunded: (facts) => firstOf(notBooked(facts), undecided(facts)),
  refund_part: refund(false),
  refund_all: refund(true),
  take_out: (facts) =>
    firstOf((facts.life !== 'held' || facts.receivedCents > 0) && 'money_received', undecided(facts)),
  change_term: changeTerm,
  change_consignee: changeConsignee,
  report: ({ life }) => firstOf(life === 'cancelled' && 'canceled'),
  load,
  hand_over: handOver,
  complete,
  pay_out: payOut,
  offer_again: ({ life, cars }) => firstOf(life !== 'cancelled' && 'taken', cars.some((car) => car.isAway) && 'away'),
  take_back: ({ cars, refundsAwaitReturn }) => {
    if (!cars.some((car) => car.isAway)) return no('not_away');
    return refundsAwaitReturn ? second('refunds_wait') : YES;
  },
  declare_lost: declareLost,
  revive: (facts) =>
    firstOf(
      facts.life !== 'cancelled' && 'live',
      !facts.isLapsed && 'not_lapsed',
      undecided(facts),
      facts.wasPaid && 'parts_returned',
      !facts.cars.every(({ isFree }) => isFree) && 'gone',
    ),
  cancel_hold: ({ life, isChecked }) =>
    firstOf(life === 'cancelled' && 'ended', life !== 'held' && 'live', isChecked && 'checked'),
  send_refund: (facts) => firstOf(undecided(facts), facts.refundsAwaitReturn && 'away'),
  return_cash: returnCash,
  decide_claim: ({ isChecked }) => firstOf(isChecked && 'checked'),
  rule_claim: ({ isChecked, isDisputed }) => firstOf(isChecked && 'checked', isDisputed && 'disputed'),
  undo_match: undoMatch,
  move_money: (facts) => firstOf(facts.life !== 'held' && facts.life !== 'active' && 'ended', undecided(facts)),
  hold_again: (facts) =>
    firstOf(
      notBooked(facts),
      facts.isClaimed && 'claimed',
      facts.isDisputed && 'disputed',
      !isSale(facts) && 'rental',
      isHandedOver(facts) && 'handed_over',
      facts.cars.some((car) => car.isOnSailing || isAboard(car)) && 'aboard',
      facts.cars.some(({ papers }) => papers.length > 0) && 'papers_made',
      facts.cars.some(({ withdrawn }) => withdrawn.length > 0) && 'report_withdrawn',
    ),
  // Money that arrives after the end of a hold is returned, so there was no sale to review.
  review: ({ life, wasPaid, wasBooked }) =>
    firstOf((life === 'held' || life === 'active') && 'live', !(wasPaid && wasBooked) && 'nothing_paid'),
  pick_up: pickUp,
  report_pick_up: reportPickUp,
  bring_back: bringBack,
  report_return: reportReturn,
  take_security: takeSecurity,
  return_security: returnSecurity,
  hold_card: holdCard,
  charge,
  charge_late: chargeLate,
  charge_no_show: chargeNoShow,
  extend,
};

/** Answers whether an act may happen to an order now. */
export function answerTo(act: OrderAct, facts: OrderFacts, now: Date): Answer {
  return RULES[act](facts, now);
}
