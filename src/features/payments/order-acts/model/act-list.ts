/**
 * - `cancel`, `cancel_by_office`: end a booked order by its buyer or by staff
 * - `release_unpaid`: end it because the balance was not paid
 * - `end_by_claim`, `end_refunded`: end it because a claim gives its buyer everything, or because all money was refunded at the provider
 * - `refund_part`, `refund_all`: refund at most half of the price of an order that has ended, or more
 * - `take_out`: take a car out of an order that waits for its transfer
 * - `load`: report the first step that a car makes aboard; `report`: any other step
 * - `offer_again`: hold or book one of its cars for another buyer
 * - `take_back`: record that a car came back; `declare_lost`: record that it is lost on its way
 * - `revive`: take up an order again whose hold for a transfer lapsed
 * - `hand_over`: record the signed handover of a car for sale
 * - `pick_up`, `bring_back`: both sides sign, or staff report, that a renter took the car, or brought it back; `report_pick_up`, `report_return`: its
 *   owner alone reports it
 * - `take_security`, `return_security`: take the security deposit of a rental, or give it back
 * - `hold_card`: reserve the security deposit on the card of the renter
 * - `charge`, `charge_late`, `charge_no_show`: ask a renter for more than the price
 * - `extend`: ask to keep a rented car for longer, or accept that
 * - `cancel_hold`: end a hold on behalf of its buyer
 * - `send_refund`: send a refund that was asked for; `return_cash`: return money that staff took in person
 * - `decide_claim`, `rule_claim`: split frozen money, by a person or after the deadline
 * - `undo_match`: take a transfer away from it that was matched by mistake
 * - `move_money`: move what was received beyond its cost to another order of the buyer, or take it from one
 * - `hold_again`: hold it again, because the transfer that booked it was matched by mistake
 */
export const ORDER_ACTS = [
  'cancel',
  'cancel_by_office',
  'release_unpaid',
  'end_by_claim',
  'end_refunded',
  'refund_part',
  'refund_all',
  'take_out',
  'change_term',
  'change_consignee',
  'report',
  'load',
  'hand_over',
  'complete',
  'pay_out',
  'offer_again',
  'take_back',
  'declare_lost',
  'revive',
  'cancel_hold',
  'send_refund',
  'return_cash',
  'decide_claim',
  'rule_claim',
  'undo_match',
  'hold_again',
  'move_money',
  'review',
  'pick_up',
  'report_pick_up',
  'bring_back',
  'report_return',
  'take_security',
  'return_security',
  'hold_card',
  'charge',
  'charge_late',
  'charge_no_show',
  'extend',
] as const;
export type OrderAct = (typeof ORDER_ACTS)[number];

/** Why nobody can collect a lost car: no bill of lading was issued, all originals are back, or the carrier stopped its release. */
export const BILLS_OF_LOST = ['not_issued', 'surrendered', 'stopped'] as const;
