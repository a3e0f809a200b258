import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ORDER_ACTS, type OrderAct } from '#features/payments/order-acts/model/act-list.ts';

const PAIRS = 'tests/payments/pairs';
/** Acts that are not started in pairs, and why. */
const LEFT_OUT: Partial<Record<OrderAct, string>> = {
  refund_all: 'two people make it, in the transaction of the approval, like refund_part',
  change_term: 'it changes what is owed; trade-terms.db.test.ts makes several at once',
  report: 'it says where a car is, and moves neither car nor money',
  review: 'it moves neither car nor money',
  charge_late: 'it differs from charge only in its reason',
  charge_no_show: 'it differs from charge only in its reason',
  report_pick_up: 'it differs from pick_up only in an earlier time that is refused',
  report_return: 'it differs from bring_back only in an earlier time that is refused',
  extend: 'extend-rental.db.test.ts makes several at once',
};

test('every act that moves money or the car is started in pairs with others', () => {
  const scenes = readdirSync(PAIRS).map((file) =>
    readFileSync(`${PAIRS}/${file}`, 'utf8')
      .split(/^testPairs\(/m)
      .slice(1),
  );
  const text = scenes.flat().join('\n');
  const isPaired = (act: OrderAct) => new RegExp(`['\\s]${act}(['\\s].*)?[:,]`).test(text);
  expect(ORDER_ACTS.filter((act) => !isPaired(act))).toEqual(ORDER_ACTS.filter((act) => act in LEFT_OUT));
});
