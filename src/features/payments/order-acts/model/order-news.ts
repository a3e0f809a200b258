import type { MessageId } from '#lib/i18n/translator.ts';
import { MOVE_NEWS } from './order-life.ts';

/** Events of an order other than changes of its life. */
const FACT_NEWS = [
  'held_prohibited',
  'car_taken_out',
  'hold_ending',
  'invoice_changed',
  'account_changes',
  'account_stays',
  'account_changed',
  'transfer_part',
  'transfer_paid',
  'transfer_late',
  'transfer_unknown',
  'part_undone',
  'deposit_undone',
  'money_moved',
  'money_moved_back',
  'item_paid',
  'item_refused',
  'cash_taken',
  'cash_returned',
  'balance_due',
  'balance_overdue',
  'transport_dropped',
  'refund_asked',
  'refund_sent',
  'refund_returned',
  'refund_failed',
  'office_late',
  'second_asked',
  'car_returned',
  'car_lost',
  'consignee_code',
  'consignee_asked',
  'consignee_applied',
  'consignee_canceled',
  'prohibited',
  'rules_changed',
  'contract_accepted',
  'step_done',
  'step_withdrawn',
  'arrival_moved',
  'parcel_sent',
  'parcel_withdrawn',
  'handed_over',
  'claim_opened',
  'claim_answered',
  'claim_asked',
  'claim_evidence',
  'claim_reviewed',
  'claim_withdrawn',
  'claim_decided',
  'claim_ruled',
  'bank_asks',
  'bank_asked',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'payout_sent',
  'payout_failed',
  'review_invited',
  'security_taken',
  'security_returned',
  'rental_charged',
  'rental_moved',
  'fee_added',
  'fee_removed',
  'deposit_held',
  'deposit_released',
  'deposit_taken',
  'deposit_ends',
  'deposit_failed',
  'deposit_lost',
  'license_sent',
  'license_accepted',
  'license_refused',
  'extension_asked',
  'extension_accepted',
  'extension_declined',
  'extension_withdrawn',
] as const;
export const ORDER_NEWS = [...MOVE_NEWS, ...FACT_NEWS] as const;
export type OrderNews = (typeof ORDER_NEWS)[number];

export const NEWS_PARTIES = ['buyer', 'seller', 'office', 'waiting'] as const;
export type NewsParty = (typeof NEWS_PARTIES)[number];

/** The subjects of the emails that a party gets, in their sequence, or why there is none. */
export type Told = { mails: readonly MessageId[] } | { none: string };

const mails = (...keys: MessageId[]): Told => ({ mails: keys });
const none = (because: string): Told => ({ none: because });
const free = mails('mail.waiting');
const all = (buyer: Told, seller: Told, office: Told, waiting: Told): Record<NewsParty, Told> => ({
  buyer,
  seller,
  office,
  waiting,
});

const HELD = none('the car is not free; its page says that it is held');
const SAME = none('nothing changes for others who want the car');
const QUEUE = none('the queues of orders show it');
const DID = none('the office did it');
const DASHBOARD = none('the dashboard and its screen count it');
const MONEY = none('money between the buyer and us; the order goes on as it was');
const TIMELINE = none('it is a step on the way of the car, which the page of the order shows');
const WAITS = none('nothing has happened until a second person approves it');
const OWN = none('their own act');
const LICENSE = none('only our office sees the license');
const ANSWERED = none('one of them answered; the page of the order shows it');
const OWNER_ASKS = none('the office keeps the deposit for them');
const NOT_THEIRS = none('it is between the seller and us');

/**
 * The emails of each party about events of an order, or why it gets none. `buyer` is the one of the order, `waiting` are
 * others who asked to hear when the car is free. The emails are queued where things happen; tests/payments/news/order-news.db.test.ts lets each of
 * them happen and compares.
 */
export const TOLD: Record<OrderNews, Record<NewsParty, Told>> = {
  held: all(mails('mail.transfer.made'), mails('mail.seller.held'), QUEUE, HELD),
  hold_revived: all(mails('mail.transfer.revived'), mails('mail.seller.held'), DID, HELD),
  held_again: all(mails('mail.transfer.undone'), mails('mail.seller.undone'), DID, HELD),
  hold_canceled: all(mails('mail.transfer.canceled'), mails('mail.seller.holdEnded'), QUEUE, free),
  hold_lapsed: all(mails('mail.transfer.lapsed'), mails('mail.seller.holdEnded'), QUEUE, free),
  booked: all(mails('mail.booking.confirmed'), mails('mail.seller.booked'), QUEUE, HELD),
  booked_by_transfer: all(
    mails('mail.transfer.booked', 'mail.booking.confirmed'),
    mails('mail.seller.booked'),
    DID,
    HELD,
  ),
  canceled_by_buyer: all(mails('mail.booking.cancelled'), mails('mail.seller.canceled'), QUEUE, free),
  canceled_by_office: all(mails('mail.booking.cancelled'), mails('mail.seller.canceled'), DID, free),
  canceled_unpaid: all(mails('mail.booking.cancelled'), mails('mail.seller.canceled'), QUEUE, free),
  canceled_refunded: all(mails('mail.booking.cancelled'), mails('mail.seller.canceled'), DID, free),
  canceled_disputed: all(
    mails('mail.dispute.lost'),
    mails('mail.dispute.lost', 'mail.seller.canceled'),
    mails('mail.dispute.lost'),
    free,
  ),
  canceled_by_claim: all(
    mails('mail.claim.decided'),
    mails('mail.claim.decided', 'mail.seller.canceled'),
    none('the office decided the claim'),
    free,
  ),
  completed: all(mails('mail.order.completed'), mails('mail.seller.completed'), DID, none('the car is sold')),

  held_prohibited: all(mails('mail.transfer.made'), mails('mail.seller.held'), mails('mail.prohibited'), HELD),
  car_taken_out: all(mails('mail.transfer.changed'), mails('mail.seller.takenOut'), QUEUE, free),
  hold_ending: all(mails('mail.transfer.ending'), none('the email about the hold names its end'), QUEUE, HELD),
  invoice_changed: all(mails('mail.transfer.changed'), MONEY, QUEUE, HELD),
  account_changes: all(mails('mail.account.changes'), MONEY, mails('mail.bankAccount'), HELD),
  account_stays: all(mails('mail.account.stays'), MONEY, DID, HELD),
  account_changed: all(mails('mail.transfer.renewed'), MONEY, DID, HELD),
  transfer_part: all(mails('mail.transfer.part'), none('the car stays held until its deposit is complete'), DID, HELD),
  transfer_paid: all(mails('mail.transfer.paid'), TIMELINE, DID, SAME),
  transfer_late: all(mails('mail.transfer.returned'), none('the order has ended for them'), DID, SAME),
  transfer_unknown: all(mails('mail.transfer.returnedInTime'), none('the order has ended for them'), DID, SAME),
  part_undone: all(mails('mail.transfer.undone'), none('they were not told that it had arrived'), DID, HELD),
  deposit_undone: all(mails('mail.transfer.undone'), mails('mail.seller.undone'), DID, HELD),
  money_moved: all(mails('mail.transfer.paid', 'mail.transfer.moved'), MONEY, DID, SAME),
  money_moved_back: all(mails('mail.transfer.undone', 'mail.transfer.paid'), MONEY, DID, SAME),
  item_paid: all(mails('mail.order.paid'), TIMELINE, QUEUE, SAME),
  item_refused: all(mails('mail.payment.undone'), none('the order has ended for them'), QUEUE, SAME),
  cash_taken: all(mails('mail.order.paid'), TIMELINE, DID, SAME),
  cash_returned: all(mails('mail.cash.returned'), MONEY, DID, SAME),
  balance_due: all(mails('mail.booking.balanceDue'), TIMELINE, QUEUE, SAME),
  balance_overdue: all(
    mails('mail.booking.balanceOverdue'),
    none('the order goes on until the days of grace are over; then they are told'),
    QUEUE,
    SAME,
  ),
  transport_dropped: all(mails('mail.booking.transportDropped'), TIMELINE, QUEUE, SAME),
  refund_asked: all(mails('mail.booking.refundAsked'), MONEY, DID, SAME),
  refund_sent: all(mails('mail.transfer.refundSent'), MONEY, DID, SAME),
  refund_returned: all(mails('mail.transfer.refundReturned'), MONEY, DID, SAME),
  refund_failed: all(mails('mail.booking.refundFailed'), MONEY, DASHBOARD, SAME),
  office_late: all(none('they were told what they get'), MONEY, mails('mail.lateRefunds'), SAME),
  second_asked: all(WAITS, WAITS, none('the dashboard counts it, and the page of approvals shows it'), SAME),
  car_lost: all(mails('mail.loss'), mails('mail.loss'), DID, none('the car is on its way or gone')),
  car_returned: all(mails('mail.return'), mails('mail.return'), DID, none('its seller decides whether it is on sale')),
  consignee_code: all(
    mails('mail.consigneeCode'),
    none('nothing has changed yet'),
    none('nothing has changed yet'),
    SAME,
  ),
  consignee_asked: all(mails('mail.consignee'), mails('mail.consignee'), mails('mail.consignee'), SAME),
  consignee_applied: all(
    mails('mail.consigneeApplied'),
    mails('mail.consigneeApplied'),
    mails('mail.consigneeApplied'),
    SAME,
  ),
  consignee_canceled: all(
    mails('mail.consigneeCanceled'),
    mails('mail.consigneeCanceled'),
    mails('mail.consigneeCanceled'),
    SAME,
  ),
  prohibited: all(
    none('they declared for whom the car is'),
    none('import is the buyer’s'),
    mails('mail.prohibited'),
    SAME,
  ),
  rules_changed: all(
    mails('mail.rules.changed'),
    none('import is the buyer’s'),
    none('the back office published the change'),
    SAME,
  ),
  contract_accepted: all(OWN, mails('mail.contract'), QUEUE, SAME),
  step_done: all(mails('mail.shipment.sailed'), TIMELINE, TIMELINE, SAME),
  step_withdrawn: all(mails('mail.shipment.correction'), TIMELINE, TIMELINE, SAME),
  arrival_moved: all(mails('mail.arrival'), TIMELINE, TIMELINE, SAME),
  parcel_sent: all(mails('mail.parcel'), TIMELINE, TIMELINE, SAME),
  parcel_withdrawn: all(mails('mail.parcelWithdrawn'), TIMELINE, TIMELINE, SAME),
  handed_over: all(mails('mail.handover.sale'), mails('mail.handover.sale'), QUEUE, none('the car is sold')),
  claim_opened: all(mails('mail.claim.opened'), mails('mail.claim.opened'), mails('mail.claim.opened'), SAME),
  claim_answered: all(
    mails('mail.claim.answered'),
    mails('mail.claim.answered'),
    none('the buyer may add to it first'),
    SAME,
  ),
  claim_asked: all(mails('mail.claim.asked'), none('the question is not for them'), DID, SAME),
  claim_evidence: all(OWN, mails('mail.claim.evidence'), none('they read it when they decide'), SAME),
  claim_reviewed: all(mails('mail.claim.review'), mails('mail.claim.review'), mails('mail.claim.review'), SAME),
  claim_withdrawn: all(mails('mail.claim.withdrawn'), mails('mail.claim.withdrawn'), QUEUE, SAME),
  claim_decided: all(mails('mail.claim.decided'), mails('mail.claim.decided'), DID, SAME),
  claim_ruled: all(mails('mail.claim.ruled'), mails('mail.claim.ruled'), mails('mail.claim.ruled'), SAME),
  bank_asks: all(none('no money has moved'), none('no money has moved'), mails('mail.dispute.asked'), SAME),
  bank_asked: all(none('no money has moved'), none('no money has moved'), mails('mail.dispute.askedEnded'), SAME),
  disputed: all(mails('mail.dispute.opened'), mails('mail.dispute.opened'), mails('mail.dispute.opened'), SAME),
  dispute_won: all(mails('mail.dispute.won'), mails('mail.dispute.won'), mails('mail.dispute.won'), SAME),
  dispute_lost: all(mails('mail.dispute.lost'), mails('mail.dispute.lost'), mails('mail.dispute.lost'), SAME),
  payout_sent: all(NOT_THEIRS, mails('mail.payout.sent'), DID, SAME),
  payout_failed: all(NOT_THEIRS, mails('mail.payout.failed'), DID, SAME),
  review_invited: all(mails('mail.orderReview'), mails('mail.orderReview'), none('they review nobody'), SAME),
  security_taken: all(mails('mail.security.taken'), MONEY, DID, SAME),
  security_returned: all(mails('mail.security.returned'), MONEY, DID, SAME),
  rental_charged: all(mails('mail.charge'), none('they asked for it'), DID, SAME),
  rental_moved: all(mails('mail.booking.moved'), none('the days are on the page of the order'), DID, SAME),
  fee_added: all(mails('mail.fee.more', 'mail.booking.cancelled'), MONEY, QUEUE, SAME),
  fee_removed: all(mails('mail.fee.less', 'mail.booking.confirmed'), mails('mail.seller.booked'), QUEUE, SAME),
  deposit_held: all(OWN, OWNER_ASKS, none('the page of the order shows it'), SAME),
  deposit_released: all(mails('mail.cardHold.released'), OWNER_ASKS, DID, SAME),
  deposit_taken: all(mails('mail.cardHold.taken'), OWNER_ASKS, DID, SAME),
  deposit_ends: all(mails('mail.cardHold.ends'), OWNER_ASKS, mails('mail.cardHold.ends'), SAME),
  deposit_failed: all(mails('mail.cardHold.failed'), OWNER_ASKS, none('nothing was held'), SAME),
  deposit_lost: all(none('they owe the charge as before'), OWNER_ASKS, mails('mail.cardHold.lost'), SAME),
  license_sent: all(OWN, LICENSE, mails('mail.license.waits'), SAME),
  license_accepted: all(mails('mail.license.accepted'), LICENSE, DID, SAME),
  license_refused: all(mails('mail.license.refused'), LICENSE, DID, SAME),
  extension_asked: all(OWN, mails('mail.extension.asked'), QUEUE, SAME),
  extension_accepted: all(mails('mail.extension.accepted'), ANSWERED, ANSWERED, SAME),
  extension_declined: all(mails('mail.extension.declined'), ANSWERED, ANSWERED, SAME),
  extension_withdrawn: all(OWN, none('their dashboard no longer asks for an answer'), QUEUE, SAME),
};
