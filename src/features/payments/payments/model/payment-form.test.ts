import { expect, test } from 'vitest';
import { formatExpiry, groupCardNumber, paymentProblems } from './payment-form.ts';

const now = new Date('2026-03-15T12:00:00Z');
const valid = {
  cardNumber: '4242 4242 4242 4242',
  expiryDate: '04/27',
  cvv: '123',
  name: 'Amina Otieno',
  email: 'amina@mail.example',
  paypalEmail: 'amina@pay.example',
  upiId: 'amina@bank',
};
const invalid = {
  cardNumber: '4242',
  expiryDate: '1/27',
  cvv: '12',
  name: ' a ',
  email: '',
  paypalEmail: 'a',
  upiId: '@',
};
const simulated = { hosted: false, now };

test('accepts valid values for every payment method', () => {
  for (const method of ['credit_card', 'paypal', 'upi'] as const)
    expect(paymentProblems(method, valid, simulated)).toEqual({});
});

test('reports the invalid fields of the chosen method and the contact email', () => {
  expect(paymentProblems('credit_card', invalid, simulated)).toEqual({
    cardNumber: 'payment.card.number',
    expiryDate: 'payment.card.expiry',
    cvv: 'payment.card.cvv',
    name: 'payment.card.name',
    email: 'payment.email.invalid',
  });
  const email = 'payment.email.invalid';
  expect(paymentProblems('paypal', invalid, simulated)).toEqual({ paypalEmail: email, email });
  expect(paymentProblems('upi', invalid, simulated)).toEqual({ upiId: email, email });
});

test('accepts a card until the end of its expiry month', () => {
  const until = (expiryDate: string) => paymentProblems('credit_card', { ...valid, expiryDate }, simulated);
  expect([until('03/26'), until('02/26')]).toEqual([{}, { expiryDate: 'payment.card.expiry' }]);
});

test('validates only the contact email when the provider hosts the card fields', () => {
  expect(paymentProblems('credit_card', { ...invalid, expiryDate: '' }, { hosted: true, now })).toEqual({
    email: 'payment.email.invalid',
  });
});

test('formats 04/2027 and 04 / 27 as MM/YY and leaves other input unchanged', () => {
  expect(['04/27', '04/2027', ' 04 / 27 ', '0427', '4/27'].map(formatExpiry)).toEqual([
    '04/27',
    '04/27',
    '04/27',
    '0427',
    '4/27',
  ]);
});

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
