import type { MessageKey } from '#lib/i18n/translator.ts';
import type { Reason } from './act-answer.ts';
import type { OrderAct } from './order-act.ts';

/** `money_open` names the amount, so its words have a placeholder. */
type Worded = Exclude<Reason, 'money_open'>;

/** What a person reads who is refused an act, and what to do instead. */
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
  cancel_by_office: { aboard: 'acts.aboard.second', handed_over: 'acts.handedOver.office' },
  complete: { waits: 'orders.notConfirmed', ended: 'orders.notConfirmed' },
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
  bring_back: { waits: 'handovers.notNow', canceled: 'handovers.notNow', sale: 'handovers.problem.kind' },
  take_security: { ended: 'orders.security.ended' },
  hold_card: { ended: 'orders.ended' },
  charge: { ended: 'orders.ended' },
  charge_late: { ended: 'orders.ended' },
  charge_no_show: { ended: 'orders.ended' },
  return_cash: { handed_over: 'acts.handedOver.office' },
  cancel_hold: { ended: 'orders.transfer.notHeld', live: 'orders.transfer.notHeld' },
  undo_match: { ended: 'orders.transferEnded' },
};

/** Returns the words for a refusal, or for the need of a second person. */
export function wordsOf(act: OrderAct, why: Worded): MessageKey {
  return WORDS_OF[act]?.[why] ?? WORDS[why];
}
