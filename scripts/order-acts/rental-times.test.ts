import { expect, test } from 'vitest';
import { answerTo } from '#features/payments/order-acts/model/order-act.ts';
import { STATES } from './act-table.ts';

test('the owner of a rental that was completed before its time was over is paid only by two people', () => {
  const { facts } = STATES.find(({ state }) => state === 'rental, completed')!;
  const begins = facts.startsAt!;
  const before = new Date(begins.getTime() - 1);
  expect(answerTo('pay_out', facts, before)).toEqual({ may: 'second', why: 'not_begun' });
  const end = facts.returnBy!;
  for (const early of [begins, new Date(end.getTime() - 1)])
    expect(answerTo('pay_out', facts, early)).toEqual({ may: 'second', why: 'not_over' });
  expect(answerTo('pay_out', facts, end)).toEqual({ may: 'yes' });
});

test('a rental whose car was not picked up is completed only after the time for its return', () => {
  const { facts } = STATES.find(({ state }) => state === 'rental, begun')!;
  const end = facts.returnBy!;
  const before = new Date(end.getTime() - 1);
  expect(answerTo('complete', facts, before)).toEqual({ may: 'no', why: 'not_over' });
  expect(answerTo('complete', facts, end)).toEqual({ may: 'yes' });
});
