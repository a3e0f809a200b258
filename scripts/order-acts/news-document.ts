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
  hold_revived: 'the office takes up an order again whose hold lapsed',
  held_again: 'the match of the transfer that booked the car is undone, and it is held again',
  hold_canceled: 'the buyer cancels the hold',
  hold_lapsed: 'the hold ends without its transfer',
  booked: 'the deposit is paid at once',
  booked_by_transfer: 'the transfer completes the deposit',
  canceled_by_buyer: 'the buyer cancels the booking',
  canceled_by_office: 'the office cancels, also by a refund',
  canceled_unpaid: 'the days of grace for the balance are over',
  canceled_refunded: 'all went back at the payment provider',
  canceled_disputed: 'the bank of the buyer took all of it back',
  canceled_by_claim: 'a claim gives the buyer everything',
  completed: 'the order is completed',
  held_prohibited: 'a buyer orders a car that is prohibited where it goes',
  car_taken_out: 'the buyer takes a car out of a held order',
  hold_ending: 'the hold ends soon',
  invoice_changed: 'term or consignee of a held order change, and its invoice with them',
  account_changes: 'our bank account is about to change',
  account_stays: 'the change of our bank account is canceled',
  account_changed: 'our bank account has changed, and the invoice with it',
  transfer_part: 'a part of the deposit arrives',
  transfer_paid: 'a transfer pays for a booked order',
  transfer_late: 'a transfer arrives after the order has ended',
  transfer_unknown: 'a transfer was booked in time, but we learn of it after the end',
  part_undone: 'the match of a transfer is undone',
  deposit_undone: 'the same, but the car has papers or is on its way, and stays booked',
  money_moved: 'overpaid money is moved to another order, for which it is like a transfer',
  item_paid: 'a card or wallet pays for a booked order',
  item_refused: 'a payment arrives after the order has ended',
  cash_taken: 'the office takes cash or a card in person',
  cash_returned: 'the office gives back money that was taken in person',
  balance_due: 'the balance is due soon',
  balance_overdue: 'the balance is overdue',
  transport_dropped: 'shipping is not paid in time',
  refund_asked: 'the office gives a part back after the end',
  refund_sent: 'finance has sent a refund by transfer',
  refund_returned: 'the bank sends back a refund by transfer',
  refund_failed: 'a refund fails',
  office_late: 'a refund by transfer waits for days (`REMIND_OFFICE_DAYS`)',
  car_returned: 'a car of an undone order is back',
  consignee_code: 'the buyer asks for the code that names another consignee',
  consignee_asked: 'another consignee is named',
  consignee_applied: 'the waiting time of a consignee is over',
  consignee_canceled: 'somebody cancels the change of the consignee',
  prohibited: 'consignee, term or sailing lead where the car is prohibited',
  contract_accepted: 'the buyer accepts the contract',
  step_done: 'a step is reported (the email is that of the step)',
  step_withdrawn: 'a reported step is withdrawn',
  arrival_moved: 'the arrival moves',
  parcel_sent: 'original papers are sent',
  parcel_withdrawn: 'a parcel was reported by mistake',
  handed_over: 'a handover is signed (also a pick-up or a return)',
  claim_opened: 'the buyer opens a claim',
  claim_answered: 'the seller answers',
  claim_asked: 'the office asks the buyer or the seller',
  claim_evidence: 'a party adds evidence (the other one is told)',
  claim_reviewed: 'the claim goes to the office',
  claim_withdrawn: 'the buyer withdraws the claim',
  claim_decided: 'the office decides the claim',
  claim_ruled: 'nobody decided in time',
  bank_asks: 'the bank of the buyer asks',
  bank_asked: 'the question of the bank ends without a dispute',
  disputed: 'a dispute begins at the provider',
  dispute_won: 'a dispute is won',
  dispute_lost: 'a dispute is lost, and the order goes on or has ended before',
  payout_sent: 'a payout is sent',
  payout_failed: 'a payout comes back',
  review_invited: 'both sides may review each other',
  security_taken: 'the office takes the security deposit of a rental',
  security_returned: 'the office gives back the security deposit of a rental',
  rental_charged: 'a renter is charged',
  rental_moved: 'the days of a rental change',
  fee_added: 'another rental of the renter that carried the registration fee is canceled, and this one carries it',
  fee_removed: 'a rental is booked with the registration fee while another one of the renter carries it',
  license_sent: 'a renter sends a driver’s license',
  license_accepted: 'the license is accepted',
  license_refused: 'the license is refused',
  extension_asked: 'a renter asks to keep the car for longer',
  extension_accepted: 'the owner or the office accepts that',
  extension_declined: 'the owner or the office declines that',
  deposit_released: 'a deposit that is held on a card is released, also because it was held for as long as it can be',
  deposit_taken: 'something of a deposit that is held on a card is taken for charges',
  deposit_ends: 'a deposit that is held on a card is released within a day',
  deposit_failed: 'the bank of a renter refuses to hold a deposit, and its answer came late',
  deposit_lost: 'the provider no longer holds a deposit when something is taken of it',
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
  return `# Who is told what about an order

Generated by \`npm run order-acts\` from the tables in \`src/features/payments/order-acts/model/order-news.ts\` and \`page-news.ts\`. A cell is the
subject of the email, or why there is none. The office is everybody with the role finance or administrator; others waiting are users who
asked to hear when the car is free. The last columns are what the page of the order says afterwards and did not say before.
\`tests/payments/news/order-news.db.test.ts\` and \`order-pages.db.test.ts\` let everything that is listed here happen and compare.

${row(['What happens', 'Buyer', 'Seller', 'Office', 'Others waiting', 'Page of the buyer', 'Page of the seller'])}
${row(['---', '---', '---', '---', '---', '---', '---'])}
${rows.map(row).join('\n')}
`;
}
