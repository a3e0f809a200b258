import { expect, test } from 'vitest';
import { mobileNumber } from './account-forms.ts';

test.each([
  ['0712345678', '0712345678'],
  ['071-234 56 78', '0712345678'],
  ['+254 712 345678', '+254712345678'],
  ['＋８６ 138 0013 8000', '+8613800138000'],
])('normalizes %j to %s', (typed, number) => {
  expect(mobileNumber(typed)).toBe(number);
});

test.each(['', '123', '07123456789', '+0712345678', '+1234567890123456', '07123x5678', '1'.repeat(300)])(
  'returns null for %j',
  (typed) => {
    expect(mobileNumber(typed)).toBeNull();
  },
);
