import { expect, test } from 'vitest';
import { groupCardNumber } from './card-number.ts';

/** Groups a number whose caret is written as |. */
function group(typed: string): string {
  const { text, caret } = groupCardNumber(typed.replace('|', ''), typed.indexOf('|'));
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test.each([
  ['|', '|'],
  ['4242|', '4242|'],
  ['42424|', '4242 4|'],
  ['4242424242424242|', '4242 4242 4242 4242|'],
  ['4242-4242-4242-4242|', '4242 4242 4242 4242|'],
  [' 4242 4242\t42424242 |', '4242 4242 4242 4242|'],
  ['4242 94|242', '4242 94|24 2'],
  ['42942| 4242', '4294 2|424 2'],
  ['4242| 4242', '4242| 4242'],
  ['|4242 4242', '|4242 4242'],
  ['42a|4', '42|4'],
  ['12345678901234567890123|', '1234 5678 9012 3456 789|'],
])('groups %j as %j', (typed, grouped) => {
  expect(group(typed)).toBe(grouped);
});
