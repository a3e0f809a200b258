import type { MessageId } from '#lib/i18n/translator.ts';
import type { OrderNews } from './order-news.ts';

export const PAGE_PARTIES = ['buyer', 'seller'] as const;
export type PageParty = (typeof PAGE_PARTIES)[number];
/** A sentence that the page of the order gains, or why it gains none. */
export type Said = { says: MessageId } | { none: string };
type Pages = Record<PageParty, Said>;

const says = (id: MessageId): Said => ({ says: id });
const none = (because: string): Said => ({ none: because });
const both = (buyer: Said, seller: Said): Pages => ({ buyer, seller });

const MONEY = none('it does not show the money of the buyer');
const LICENSE = none('only our office sees the license');
const SAME = none('it says the same as before');
const HELD = both(says('transfers.title'), says('shipments.about.deposit'));
const BOOKED = both(says('orders.next.balance'), says('shipments.about.inspection'));
const PAID = both(says('orders.nothing.paid'), none('the step of the balance is done there'));
const GIVEN_BACK = both(says('refunds.next.account'), MONEY);

/**
 * What the page of an order says to its buyer and to its seller after something happened to it. tests/payments/news/order-news.db.test.ts reads
 * the pages before and after.
 */
export const PAGES: Record<OrderNews, Pages> = {
  held: HELD,
  hold_revived: HELD,
  held_again: HELD,
  hold_canceled: both(says('orders.ended.hold_canceled'), says('shipments.seller.ended.hold_canceled')),
  hold_lapsed: both(says('orders.ended.hold_lapsed'), says('shipments.seller.ended.hold_lapsed')),
  booked: BOOKED,
  booked_by_transfer: BOOKED,
  canceled_by_buyer: both(says('orders.ended.canceled_by_buyer'), says('shipments.seller.ended.canceled_by_buyer')),
  canceled_by_office: both(says('orders.ended.canceled_by_office'), says('shipments.seller.ended.canceled_by_office')),
  canceled_unpaid: both(says('orders.ended.canceled_unpaid'), says('shipments.seller.ended.canceled_unpaid')),
  canceled_refunded: both(says('orders.ended.canceled_refunded'), says('shipments.seller.ended.canceled_refunded')),
  canceled_disputed: both(says('orders.ended.canceled_disputed'), says('shipments.seller.ended.canceled_disputed')),
  canceled_by_claim: both(says('orders.ended.canceled_by_claim'), says('shipments.seller.ended.canceled_by_claim')),
  completed: both(says('orders.nothing.completed'), says('shipments.now.done')),

  held_prohibited: HELD,
  car_taken_out: both(says('transfers.title'), none('it no longer has the car')),
  hold_ending: both(none('it counts the time until the end of the hold'), SAME),
  invoice_changed: both(says('orders.documents.pro_forma'), MONEY),
  account_changes: both(says('orders.account.changing'), MONEY),
  account_stays: both(none('it no longer says that the account changes'), MONEY),
  account_changed: both(says('orders.documents.pro_forma'), MONEY),
  transfer_part: both(says('transfers.part'), MONEY),
  transfer_paid: PAID,
  transfer_late: GIVEN_BACK,
  transfer_unknown: GIVEN_BACK,
  part_undone: both(says('transfers.title'), MONEY),
  deposit_undone: both(says('orders.next.balance'), says('shipments.about.deposit')),
  money_moved: both(none('it no longer says that too much was paid'), MONEY),
  money_moved_back: both(says('orders.money.overpaid'), MONEY),
  item_paid: PAID,
  item_refused: both(says('refunds.next.sending'), MONEY),
  cash_taken: PAID,
  cash_returned: both(says('orders.refund.waiting'), MONEY),
  balance_due: both(none('it says since the booking until when to pay'), SAME),
  balance_overdue: both(says('orders.next.overdue'), says('shipments.late.balance')),
  transport_dropped: both(says('orders.term.FOB'), MONEY),
  refund_asked: both(says('refunds.next.sentByProvider'), MONEY),
  refund_sent: both(says('refunds.next.sentTo'), MONEY),
  refund_returned: both(says('refunds.next.returned'), MONEY),
  refund_failed: both(says('refunds.next.failed'), MONEY),
  office_late: both(SAME, MONEY),
  second_asked: both(none('nothing has happened yet'), SAME),
  car_lost: both(says('refunds.next.sending'), MONEY),
  car_returned: both(says('refunds.next.sending'), MONEY),
  consignee_code: both(none('nothing has changed yet'), SAME),
  consignee_asked: both(says('orders.consignee.pendingText'), none('the sold cars on their dashboard show it')),
  consignee_applied: both(none('it names the same person, no longer as a change'), SAME),
  consignee_canceled: both(says('orders.consignee.change'), SAME),
  prohibited: both(none('they declared for whom the car is'), none('import is the buyer’s')),
  rules_changed: both(none('the page of the country lists the change'), none('import is the buyer’s')),
  contract_accepted: both(says('orders.documents.contract'), none('the sold cars on their dashboard ask for theirs')),
  step_done: both(says('orders.phase.sailed'), says('reports.by')),
  step_withdrawn: both(says('shipments.about.inspection'), says('reports.withdrawnOn')),
  arrival_moved: both(says('shipments.certainty.estimated'), says('shipments.certainty.estimated')),
  parcel_sent: both(says('room.parcel.sent'), says('room.parcel.sent')),
  parcel_withdrawn: both(says('room.parcel.withdrawn'), says('room.parcel.withdrawn')),
  handed_over: both(says('orders.nothing.handed_over'), says('handover.signed')),
  claim_opened: both(says('claims.state.open'), says('claims.silence.open.yours')),
  claim_answered: both(says('claims.state.answered'), says('claims.silence.answered')),
  claim_asked: both(none('the page of the claim asks'), says('claims.asked.buyer')),
  claim_evidence: both(none('their own words are on the page of the claim'), says('claims.said.evidence.buyer')),
  claim_reviewed: both(says('claims.state.under_review'), says('claims.silence.under_review')),
  claim_withdrawn: both(says('claims.state.withdrawn'), says('claims.state.withdrawn')),
  claim_decided: both(says('refunds.next.sending'), says('claims.state.executed')),
  claim_ruled: both(says('refunds.next.car'), says('claims.state.executed')),
  bank_asks: both(SAME, SAME),
  bank_asked: both(SAME, SAME),
  disputed: both(says('acts.disputed'), MONEY),
  dispute_won: both(says('orders.cancel.where'), MONEY),
  dispute_lost: both(says('orders.next.balance'), MONEY),
  payout_sent: both(none('it is between the seller and us'), none('their page of payouts shows it')),
  payout_failed: both(none('it is between the seller and us'), none('their page of payouts shows it')),
  review_invited: both(none('it asks for a review since the end'), none('it asks for a review since the end')),
  rental_charged: both(says('orders.next.charge'), MONEY),
  rental_moved: both(says('extensions.about'), says('shipments.due')),
  fee_added: both(says('orders.next.pickUp'), MONEY),
  fee_removed: both(says('orders.next.pickUp'), says('shipments.due')),
  security_taken: both(says('orders.security.taken'), MONEY),
  security_returned: both(says('orders.security.returned'), MONEY),
  deposit_held: both(says('cardHold.state.held'), MONEY),
  deposit_released: both(says('cardHold.state.ended'), MONEY),
  deposit_taken: both(says('cardHold.state.taken'), MONEY),
  deposit_ends: both(says('cardHold.again'), MONEY),
  deposit_failed: both(says('cardHold.state.failed'), MONEY),
  deposit_lost: both(says('cardHold.state.lost'), MONEY),
  license_sent: both(says('drivers.state.waits'), LICENSE),
  license_accepted: both(says('drivers.state.accepted'), LICENSE),
  license_refused: both(says('drivers.state.refused'), LICENSE),
  extension_asked: both(says('extensions.state.waits'), says('extensions.state.waits')),
  extension_accepted: both(says('orders.next.extension'), says('extensions.state.accepted')),
  extension_declined: both(says('extensions.state.declined'), says('extensions.state.declined')),
  extension_withdrawn: both(says('extensions.state.withdrawn'), says('extensions.state.withdrawn')),
};
