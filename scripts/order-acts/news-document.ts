import { ORDER_ACTS, type OrderAct } from '#features/payments/order-acts/model/act-list.ts';
import {
  NEWS_PARTIES,
  ORDER_NEWS,
  type OrderNews,
  TOLD,
  type Told,
} from '#features/payments/order-acts/model/order-news.ts';
import { PAGE_PARTIES, PAGES, type Said } from '#features/payments/order-acts/model/page-news.ts';
import { englishText } from './english-text.ts';

/** Description of each event in the document. */
const HAPPENS: Record<OrderNews, string> = {
  held: 'a car is held for a bank transfer',
  hold_revived: 'the office revives an order with an expired hold',
  held_again: 'the match of the transfer that booked the car is undone, and it is held again',
  hold_canceled: 'the buyer cancels the hold',
  hold_lapsed: 'the hold ends without its transfer',
  booked: 'the deposit is paid by card or wallet',
  booked_by_transfer: 'the transfer completes the deposit',
  canceled_by_buyer: 'the buyer cancels the booking',
  canceled_by_office: 'the office cancels, also by a refund',
  canceled_unpaid: 'the days of grace for the balance are over',
  canceled_refunded: 'all money was refunded at the payment provider',
  canceled_disputed: 'the buyer’s bank took all money back',
  canceled_by_claim: 'a claim gives the buyer everything',
  completed: 'the order is completed',
  held_prohibited: 'a buyer orders a car that is prohibited at its destination',
  car_taken_out: 'the buyer takes a car out of a held order',
  hold_ending: 'the hold ends soon',
  invoice_changed: 'trade term or consignee of a held order changes, and the invoice too',
  account_changes: 'our bank account is about to change',
  account_stays: 'the change of our bank account is canceled',
  account_changed: 'our bank account has changed, and the invoice too',
  transfer_part: 'a part of the deposit arrives',
  transfer_paid: 'a transfer pays for a booked order',
  transfer_late: 'a transfer arrives after the order has ended',
  transfer_unknown: 'a transfer was booked in time, but is imported after the end',
  part_undone: 'the match of a transfer is undone',
  deposit_undone: 'the match of the deposit is undone, but the car has papers or is on its way and stays booked',
  money_moved: 'surplus money is moved to another order, like a transfer',
  money_moved_back: 'a move of surplus money is undone, and this order has it again',
  item_paid: 'a card or wallet pays for a booked order',
  item_refused: 'a payment arrives after the order has ended',
  cash_taken: 'the office takes cash or a card in person',
  cash_returned: 'the office returns money that was taken in person',
  balance_due: 'the balance is due soon',
  balance_overdue: 'the balance is overdue',
  transport_dropped: 'shipping is not paid in time',
  refund_asked: 'the office refunds a part after the end',
  refund_sent: 'finance has sent a refund by transfer',
  refund_returned: 'the bank returns a refund by transfer',
  refund_failed: 'a refund fails',
  office_late: 'a refund by transfer waits for days (`REMIND_OFFICE_DAYS`)',
  second_asked: 'one person asks for an act that needs two, such as the return of a car for which refunds wait',
  car_returned: 'a car that had to come back is back',
  car_lost: 'a car is recorded as lost on its way',
  consignee_code: 'the buyer requests the code to name another consignee',
  consignee_asked: 'another consignee is named',
  consignee_applied: 'the waiting time of a consignee is over',
  consignee_canceled: 'a party cancels the change of the consignee',
  prohibited: 'consignee, trade term or sailing leads to a country that prohibits the car',
  rules_changed: 'a rule or charge of the country that the car goes to changes',
  contract_accepted: 'the buyer accepts the contract',
  step_done: 'a step is reported (each step has its own email)',
  step_withdrawn: 'a reported step is withdrawn',
  arrival_moved: 'the arrival moves',
  parcel_sent: 'original papers are sent',
  parcel_withdrawn: 'a parcel was reported by mistake',
  handed_over: 'a handover is signed (also a pick-up or a return)',
  claim_opened: 'the buyer opens a claim',
  claim_answered: 'the seller answers',
  claim_asked: 'the office asks the buyer or the seller',
  claim_evidence: 'a party adds evidence (the other party gets the email)',
  claim_reviewed: 'the claim goes to the office',
  claim_withdrawn: 'the buyer withdraws the claim',
  claim_decided: 'the office decides the claim',
  claim_ruled: 'the terms decide the claim after its deadline',
  bank_asks: 'the buyer’s bank inquires about a payment',
  bank_asked: 'the inquiry ends without a dispute',
  disputed: 'a dispute begins at the provider',
  dispute_won: 'a dispute is won',
  dispute_lost: 'a dispute is lost, and the order goes on or has ended before',
  payout_sent: 'a payout is sent',
  payout_failed: 'a payout comes back',
  review_invited: 'both sides may review each other',
  security_taken: 'the office takes the security deposit of a rental',
  security_returned: 'the office returns the security deposit of a rental',
  rental_charged: 'a renter is charged',
  rental_moved: 'the days of a rental change',
  fee_added: 'the rental with the registration fee is canceled, and the fee moves to this one',
  fee_removed: 'a rental is booked with the registration fee while another one carries it',
  license_sent: 'a renter sends a driver’s license',
  license_accepted: 'the license is accepted',
  license_refused: 'the license is refused',
  extension_asked: 'a renter requests an extension',
  extension_accepted: 'the owner or the office accepts it',
  extension_declined: 'the owner or the office declines it',
  extension_withdrawn: 'the renter withdraws the request',
  deposit_held: 'a deposit is held on a card',
  deposit_released: 'a deposit held on a card is released, also at its time limit',
  deposit_taken: 'a part of a deposit held on a card is taken for charges',
  deposit_ends: 'a deposit held on a card will be released within a day',
  deposit_failed: 'the renter’s bank refuses to hold a deposit, and its answer came late',
  deposit_lost: 'the provider has released a deposit before a part of it is taken',
};

/** The news of each act. An act that needs a second person has the news `second_asked` first. */
const NEWS_OF_ACT: Record<OrderAct, readonly OrderNews[]> = {
  cancel: ['canceled_by_buyer'],
  cancel_by_office: ['canceled_by_office', 'second_asked'],
  release_unpaid: ['canceled_unpaid', 'transport_dropped'],
  end_by_claim: ['canceled_by_claim'],
  end_refunded: ['canceled_refunded', 'canceled_disputed'],
  refund_part: ['refund_asked'],
  refund_all: ['refund_asked', 'second_asked'],
  take_out: ['car_taken_out'],
  change_term: ['invoice_changed'],
  change_consignee: ['consignee_asked', 'consignee_applied'],
  report: ['step_done', 'arrival_moved', 'parcel_sent'],
  load: ['step_done'],
  hand_over: ['handed_over'],
  complete: ['completed', 'review_invited'],
  pay_out: ['payout_sent', 'second_asked'],
  offer_again: ['held', 'booked'],
  take_back: ['car_returned', 'second_asked'],
  declare_lost: ['car_lost', 'second_asked'],
  revive: ['hold_revived'],
  cancel_hold: ['hold_canceled'],
  send_refund: ['refund_sent', 'second_asked'],
  return_cash: ['cash_returned', 'second_asked'],
  decide_claim: ['claim_decided', 'second_asked'],
  rule_claim: ['claim_ruled'],
  undo_match: ['part_undone', 'deposit_undone', 'second_asked'],
  hold_again: ['held_again'],
  move_money: ['money_moved', 'money_moved_back'],
  review: ['review_invited'],
  pick_up: ['handed_over', 'step_done'],
  report_pick_up: ['step_done'],
  bring_back: ['handed_over', 'step_done'],
  report_return: ['step_done'],
  take_security: ['security_taken', 'second_asked'],
  return_security: ['security_returned', 'deposit_released', 'second_asked'],
  hold_card: ['deposit_held', 'deposit_failed'],
  charge: ['rental_charged'],
  charge_late: ['rental_charged'],
  charge_no_show: ['rental_charged'],
  extend: ['extension_asked', 'extension_accepted'],
};

const wordsOf = (told: Told) =>
  'none' in told ? `none: ${told.none}` : told.mails.map((key) => `“${englishText(key)}”`).join(', then ');

const pageOf = (said: Said) => ('none' in said ? `none: ${said.none}` : `“${englishText(said.says)}”`);

/** The table event × party as Markdown. */
export function orderNewsDocument(): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rows = ORDER_NEWS.map((news) => [
    HAPPENS[news],
    ...NEWS_PARTIES.map((party) => wordsOf(TOLD[news][party])),
    ...PAGE_PARTIES.map((party) => pageOf(PAGES[news][party])),
  ]);
  return `# Who gets which email about an order

Generated by \`npm run order-acts\` from the tables in \`src/features/payments/order-acts/model/order-news.ts\` and \`page-news.ts\`. A cell is the
subject of the email, or why there is none. The office is all people with the role finance or administrator; others waiting are users who
asked for an email when the car is free. The last columns are sentences that the order page gains.
\`tests/payments/news/order-news.db.test.ts\` triggers each event and compares.

${row(['What happens', 'Buyer', 'Seller', 'Office', 'Others waiting', 'Page of the buyer', 'Page of the seller'])}
${row(['---', '---', '---', '---', '---', '---', '---'])}
${rows.map(row).join('\n')}

## News of each act

| Act | What happens |
| --- | --- |
${ORDER_ACTS.map((act) => row([`\`${act}\``, NEWS_OF_ACT[act].map((news) => HAPPENS[news]).join('; ')])).join('\n')}
`;
}
