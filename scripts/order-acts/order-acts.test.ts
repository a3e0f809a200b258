import { describe, expect, test } from 'vitest';
import { ORDER_ACTS } from '#features/payments/order-acts/model/order-act.ts';
import { actTable } from './act-table.ts';

/**
 * Expected cells in the sequence of the acts: acts that end the order, change it, follow from it, and acts of
 * rentals, which are always refused as `sale` for a car for sale.
 */
const EXPECTED: [state: string, ends: string, changes: string, follows: string, rental?: string][] = [
  [
    'held, nothing paid',
    'waits | waits | waits | waits | waits | live',
    'live | yes | yes | yes | yes | waits',
    'waits | waits | live | taken | not_away | live | yes | yes | yes | yes | yes | yes | waits | yes | live',
  ],
  [
    'held, a part arrived',
    'waits | waits | waits | waits | waits | live',
    'live | money_received | yes | yes | yes | waits',
    'waits | waits | live | taken | not_away | live | yes | yes | yes | yes | yes | yes | waits | yes | live',
  ],
  [
    'booked, free days',
    'yes | yes | yes | yes | yes | live',
    'live | money_received | yes | yes | yes | papers_missing',
    'money_open | money_open | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'booked, later',
    'yes | yes | yes | yes | yes | live',
    'live | money_received | yes | yes | yes | papers_missing',
    'money_open | money_open | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'paid, no contract',
    'yes | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | papers_missing',
    'yes | no_contract | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'paid, no consignee',
    'yes | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | papers_missing',
    'yes | no_consignee | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'paid, contract and consignee',
    'yes | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | papers_missing',
    'yes | papers_missing | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'one export paper',
    'papers_made | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | papers_missing',
    'yes | papers_missing | live | taken | not_away | live | live | yes | yes | yes | yes | yes | papers_made | yes | live',
  ],
  [
    'all export papers',
    'papers_made | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | yes',
    'yes | not_arrived | live | taken | not_away | live | live | yes | yes | yes | yes | yes | papers_made | yes | live',
  ],
  [
    'papers, letter missing',
    'papers_made | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | letter_missing',
    'yes | letter_missing | live | taken | not_away | live | live | yes | yes | yes | yes | yes | papers_made | yes | live',
  ],
  [
    'papers, balance open',
    'papers_made | yes | yes | yes | yes | live',
    'live | money_received | yes | yes | yes | money_open',
    'money_open | money_open | live | taken | not_away | live | live | yes | yes | yes | yes | yes | papers_made | yes | live',
  ],
  [
    'on a sailing, not loaded',
    'papers_made | yes | all_paid | yes | yes | live',
    'live | money_received | aboard | yes | yes | yes',
    'yes | not_arrived | live | taken | not_away | live | live | yes | yes | yes | yes | yes | aboard | yes | live',
  ],
  [
    'aboard',
    'aboard | second: aboard | all_paid | yes | yes | live',
    'live | money_received | aboard | yes | yes | yes',
    'yes | yes | live | taken | not_away | live | live | yes | second: aboard | yes | yes | yes | aboard | yes | live',
  ],
  [
    'aboard, CIF',
    'aboard | second: aboard | all_paid | yes | yes | live',
    'live | money_received | aboard | yes | yes | yes',
    'yes | not_arrived | live | taken | not_away | live | live | yes | second: aboard | yes | yes | yes | aboard | yes | live',
  ],
  [
    'arrived, CIF',
    'aboard | second: aboard | all_paid | yes | yes | live',
    'live | money_received | aboard | yes | yes | yes',
    'yes | yes | live | taken | not_away | live | live | yes | second: aboard | yes | yes | yes | aboard | yes | live',
  ],
  [
    'bill of lading',
    'aboard | second: aboard | all_paid | yes | yes | live',
    'live | money_received | aboard | bill_issued | yes | yes',
    'yes | yes | live | taken | not_away | live | live | yes | second: aboard | yes | yes | yes | aboard | yes | live',
  ],
  [
    'loaded, report withdrawn',
    'papers_made | second: report_withdrawn | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | yes',
    'yes | not_arrived | live | taken | not_away | live | live | yes | second: report_withdrawn | yes | yes | yes | papers_made | yes | live',
  ],
  [
    'export paper, report withdrawn',
    'report_withdrawn | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | papers_missing',
    'yes | papers_missing | live | taken | not_away | live | live | yes | yes | yes | yes | yes | report_withdrawn | yes | live',
  ],
  [
    'handed over, papers',
    'handed_over | handed_over | all_paid | yes | yes | live',
    'live | money_received | handed_over | handed_over | yes | yes',
    'yes | yes | live | taken | not_away | live | live | yes | handed_over | yes | yes | yes | handed_over | yes | live',
  ],
  [
    'watch-list hit, all papers',
    'checked | checked | checked | checked | checked | live',
    'live | money_received | checked | checked | yes | checked',
    'checked | checked | live | taken | not_away | live | live | checked | checked | checked | checked | yes | papers_made | checked | live',
  ],
  [
    'claim, all papers',
    'claimed | claimed | claimed | yes | claimed | live',
    'live | money_received | claimed | yes | yes | claimed',
    'yes | claimed | live | taken | not_away | live | live | claimed | claimed | yes | yes | claimed | claimed | claimed | live',
  ],
  [
    'dispute, all papers',
    'disputed | disputed | disputed | disputed | disputed | live',
    'live | money_received | disputed | yes | yes | disputed',
    'disputed | disputed | live | taken | not_away | live | live | disputed | disputed | yes | disputed | disputed | disputed | disputed | live',
  ],
  [
    'completed, claim days',
    'ended | ended | ended | ended | ended | yes',
    'second: with_buyer | money_received | ended | ended | yes | yes',
    'yes | ended | second: claim_days | taken | not_away | live | live | yes | yes | yes | yes | ended | ended | ended | yes',
  ],
  [
    'completed, days over',
    'ended | ended | ended | ended | ended | yes',
    'second: with_buyer | money_received | ended | ended | yes | yes',
    'yes | ended | yes | taken | not_away | live | live | yes | yes | yes | yes | ended | ended | ended | yes',
  ],
  [
    'completed, claim',
    'ended | ended | ended | ended | ended | claimed',
    'claimed | money_received | ended | ended | yes | yes',
    'yes | ended | claimed | taken | not_away | live | live | claimed | claimed | yes | yes | ended | ended | ended | yes',
  ],
  [
    'completed, car must come back',
    'ended | ended | ended | ended | ended | yes',
    'second: with_buyer | money_received | ended | ended | yes | yes',
    'yes | ended | away | taken | yes | live | live | away | away | yes | yes | ended | ended | ended | yes',
  ],
  [
    'canceled',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | ended | ended | canceled | canceled',
    'canceled | ended | live | yes | not_away | not_lapsed | ended | yes | yes | yes | yes | ended | ended | ended | yes',
  ],
  [
    'canceled, nothing paid',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | ended | ended | canceled | canceled',
    'canceled | ended | live | yes | not_away | not_lapsed | ended | yes | yes | yes | yes | ended | ended | ended | nothing_paid',
  ],
  [
    'hold lapsed, car free',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | ended | ended | canceled | canceled',
    'canceled | ended | live | yes | not_away | yes | ended | yes | yes | yes | yes | ended | ended | ended | nothing_paid',
  ],
  [
    'hold lapsed, car gone',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | ended | ended | canceled | canceled',
    'canceled | ended | live | yes | not_away | gone | ended | yes | yes | yes | yes | ended | ended | ended | nothing_paid',
  ],
  [
    'hold lapsed, a part had arrived',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | ended | ended | canceled | canceled',
    'canceled | ended | live | yes | not_away | parts_returned | ended | yes | yes | yes | yes | ended | ended | ended | nothing_paid',
  ],
  [
    'canceled at sea',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | ended | ended | canceled | canceled',
    'canceled | ended | live | away | yes | not_lapsed | ended | away | away | yes | yes | ended | ended | ended | yes',
  ],
  [
    'old terms, 29 days',
    'yes | yes | yes | yes | yes | live',
    'live | money_received | yes | yes | yes | yes',
    'yes | money_open | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'old terms, 31 days',
    'days_over | yes | yes | yes | yes | live',
    'live | money_received | yes | yes | yes | yes',
    'yes | money_open | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'old terms, paid, no steps',
    'yes | yes | all_paid | yes | yes | live',
    'live | money_received | yes | yes | yes | yes',
    'yes | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | yes | yes | live',
  ],
  [
    'old terms, aboard',
    'aboard | second: aboard | all_paid | yes | yes | live',
    'live | money_received | aboard | yes | yes | yes',
    'yes | yes | live | taken | not_away | live | live | yes | second: aboard | yes | yes | yes | aboard | yes | live',
  ],
  [
    'old terms, handed over',
    'handed_over | handed_over | all_paid | yes | yes | live',
    'live | money_received | handed_over | handed_over | yes | yes',
    'yes | yes | live | taken | not_away | live | live | yes | handed_over | yes | yes | yes | handed_over | yes | live',
  ],
  [
    'rental, before it begins',
    'yes | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'not_begun | not_picked_up | yes | yes | security_there | not_picked_up | not_picked_up | not_begun | yes',
  ],
  [
    'rental, begun',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | not_picked_up | yes | yes | security_there | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, license not checked',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'license_missing | not_picked_up | yes | yes | security_there | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, balance open',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | money_open | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'money_open | not_picked_up | yes | yes | security_there | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, security not taken',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'security_missing | not_picked_up | yes | yes | yes | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, security held',
    'security_held | security_held | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | security_held | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | not_picked_up | yes | yes | security_there | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, deposit held on a card',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | security_held | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | not_picked_up | security_there | yes | security_there | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, card being asked',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'security_missing | not_picked_up | card_asked | yes | yes | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, too early for a card',
    'yes | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'not_begun | not_picked_up | yes | yes | too_early | not_picked_up | not_picked_up | not_begun | yes',
  ],
  [
    'rental, too long for a card',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'security_missing | not_picked_up | yes | yes | too_long | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, car not back from another',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'elsewhere | not_picked_up | yes | yes | security_there | not_picked_up | not_picked_up | yes | yes',
  ],
  [
    'rental, picked up',
    'rental_started | with_renter | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | with_renter | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | yes | yes | with_renter | security_there | yes | not_late | picked_up | yes',
  ],
  [
    'rental, picked up, security held',
    'security_held | security_held | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | security_held | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | yes | yes | with_renter | security_there | yes | not_late | picked_up | yes',
  ],
  [
    'rental, pick-up report withdrawn',
    'report_withdrawn | second: report_withdrawn | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'not_begun | not_picked_up | yes | report_withdrawn | security_there | not_picked_up | not_picked_up | not_begun | yes',
  ],
  [
    'rental, late',
    'rental_started | with_renter | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | with_renter | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | yes | yes | with_renter | security_there | yes | yes | picked_up | yes',
  ],
  [
    'rental, returned in time',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | yes | returned | yes | returned | yes | not_late | picked_up | returned',
  ],
  [
    'rental, returned late',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | yes | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | yes | returned | yes | returned | yes | yes | picked_up | returned',
  ],
  [
    'rental, claim',
    'claimed | claimed | claimed | yes | claimed | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | claimed | live | taken | not_away | live | live | claimed | claimed | yes | yes | claimed | claimed | claimed | live',
    'claimed | yes | returned | claimed | claimed | claimed | claimed | claimed | claimed',
  ],
  [
    'rental, dispute',
    'disputed | disputed | disputed | disputed | disputed | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | disputed | live | taken | not_away | live | live | disputed | disputed | yes | disputed | disputed | disputed | disputed | live',
    'disputed | not_picked_up | yes | disputed | disputed | disputed | disputed | disputed | disputed',
  ],
  [
    'rental, watch-list hit',
    'checked | checked | checked | checked | checked | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | checked | live | taken | not_away | live | live | checked | checked | checked | checked | yes | rental | checked | live',
    'checked | not_picked_up | yes | checked | checked | checked | checked | checked | checked',
  ],
  [
    'rental, completed',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | rental | rental | yes | yes',
    'rental | ended | yes | taken | not_away | live | live | yes | yes | yes | yes | ended | ended | ended | yes',
    'ended | yes | ended | yes | ended | ended | ended | ended | ended',
  ],
  [
    'rental, canceled',
    'ended | ended | ended | ended | ended | yes',
    'yes | money_received | rental | rental | canceled | canceled',
    'rental | ended | live | yes | not_away | not_lapsed | ended | yes | yes | yes | yes | ended | ended | ended | yes',
    'canceled | canceled | ended | yes | ended | ended | ended | ended | ended',
  ],
  [
    'old terms, rental with balance open',
    'rental_started | yes | rental | yes | yes | live',
    'live | money_received | rental | rental | yes | yes',
    'rental | money_open | live | taken | not_away | live | live | yes | yes | yes | yes | yes | rental | yes | live',
    'yes | yes | yes | yes | yes | not_picked_up | not_picked_up | yes | yes',
  ],
];

test('the table lists exactly the tested states', () => {
  expect(actTable().map(({ state }) => state)).toEqual(EXPECTED.map(([state]) => state));
});

describe.each(EXPECTED)('%s', (name, ...parts) => {
  const cells = parts.flatMap((part) => (part ?? '').split(' | '));
  const { cells: answers } = actTable().find(({ state }) => state === name) ?? { cells: {} as Record<string, string> };
  test.each(ORDER_ACTS.map((act, index) => [act, cells[index] ?? 'sale']))('%s: %s', (act, expected) => {
    expect(answers[act as keyof typeof answers]).toBe(expected);
  });
});
