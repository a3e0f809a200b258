import { expect, test } from 'vitest';
import { formatExpiry, paymentProblems } from './payment-form-errors.ts';

const now = new Date('2026-03-15T12:00:00Z');
const sound = {
  cardNumber: '4242 4242 4242 4242',
  expiryDate: '04/27',
  cvv: '123',
  name: 'Amina Otieno',
  email: 'amina@mail.example',
  paypalEmail: 'amina@pay.example',
  upiId: 'amina@bank',
};
const wrong = {
  cardNumber: '4242',
  expiryDate: '1/27',
  cvv: '12',
  name: ' a ',
  email: '',
  paypalEmail: 'a',
  upiId: '@',
};
const here = { hosted: false, now };

test('what is sound may be sent, by every method', () => {
  for (const method of ['credit_card', 'paypal', 'upi'] as const)
    expect(paymentProblems(method, sound, here)).toEqual({});
});

test('each method asks for its own fields and for the contact email', () => {
  expect(paymentProblems('credit_card', wrong, here)).toEqual({
    cardNumber: 'payment.card.number',
    expiryDate: 'payment.card.expiry',
    cvv: 'payment.card.cvv',
    name: 'payment.card.name',
    email: 'payment.email.invalid',
  });
  const email = 'payment.email.invalid';
  expect(paymentProblems('paypal', wrong, here)).toEqual({ paypalEmail: email, email });
  expect(paymentProblems('upi', wrong, here)).toEqual({ upiId: email, email });
});

test('a card is good until its month is over', () => {
  const until = (expiryDate: string) => paymentProblems('credit_card', { ...sound, expiryDate }, here);
  expect([until('03/26'), until('02/26')]).toEqual([{}, { expiryDate: 'payment.card.expiry' }]);
});

test('of a card in the provider’s own fields only the contact email is looked at', () => {
  expect(paymentProblems('credit_card', { ...wrong, expiryDate: '' }, { hosted: true, now })).toEqual({
    email: 'payment.email.invalid',
  });
});

test('a month as browsers fill it in becomes MM/YY', () => {
  expect(['04/27', '04/2027', ' 04 / 27 ', '0427', '4/27'].map(formatExpiry)).toEqual([
    '04/27',
    '04/27',
    '04/27',
    '0427',
    '4/27',
  ]);
});
