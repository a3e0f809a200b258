import { expect, test } from 'vitest';
import { referencesIn } from './order-reference.ts';

const REFERENCE = 'CQ-QYAA09';

test.each(['CQ-QYAA09', 'cq qyaa09', '/RFB/deposit CQ–QYA-A09//BYD', 'ＣＱ－ＱＹＡＡ０９', 'CQCQ-QYAA09'])(
  'finds the reference in %s',
  (text) => {
    expect(referencesIn(text)).toEqual([REFERENCE]);
  },
);

test('reads letters that look like digits as digits', () => {
  expect(referencesIn('cq-aO10lR')).toEqual(['CQ-A0101R']);
  expect(referencesIn('CQ-AoIoiR')).toEqual(['CQ-A0101R']);
});

test('refuses a single wrong character', () => {
  for (let at = 3; at < REFERENCE.length; at++) {
    for (const character of '23456789ABCDEFGHJKMNPQRSTVWXYZ') {
      const typed = REFERENCE.slice(0, at) + character + REFERENCE.slice(at + 1);
      if (typed !== REFERENCE) expect(referencesIn(typed)).toEqual([]);
    }
  }
});

test('an order number is no reference', () => {
  expect(referencesIn('CQ-000012 CQ-123456')).toEqual([]);
});
