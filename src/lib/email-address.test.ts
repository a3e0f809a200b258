import { expect, test } from 'vitest';
import { emailKey, isEmailAddress } from './email-address.ts';

test.each(['amina@buyers.example', 'a.b+c@mail.buyers.co.ke', 'josé@correo.example', '用户@例子.公司', "o'neil@x.ie"])(
  '%j is an address',
  (address) => {
    expect(isEmailAddress(address)).toBe(true);
  },
);

test.each([
  'amina',
  'amina@buyers',
  'amina@buyers.example.',
  'amina@.buyers.example',
  'amina@buyers..example',
  '@buyers.example',
  'amina@buyers.example,other@buyers.example',
  'amina@buyers.example\nBcc: other@buyers.example',
  'ami\u200bna@buyers.example',
  `a@${'b.'.repeat(100)}`,
])('%j is no address', (address) => {
  expect(isEmailAddress(address)).toBe(false);
});

test('addresses that differ in capitals and width are the same account', () => {
  expect(emailKey(' Ａmina@Buyers.example')).toBe(emailKey('amina@buyers.example'));
});

test.each([
  ['an IDN and its ASCII form', 'info@bücher.example', 'info@xn--bcher-kva.example'],
  ['capitals of an IDN', 'info@BÜCHER.example', 'info@bücher.example'],
  ['dots after the host', 'amina@buyers.example', 'amina@buyers.example..'],
])('%s are the same mailbox', (_, one, other) => {
  expect(emailKey(one)).toBe(emailKey(other));
});

test('a part of an address stays a part, for searches', () => {
  expect(emailKey('Bücher.')).toBe('bücher.');
});
