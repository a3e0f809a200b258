import { expect, test } from 'vitest';
import { formatExpiry, paymentProblems } from './payment-form-errors.ts';

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
