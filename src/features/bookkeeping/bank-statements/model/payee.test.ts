import { expect, test } from 'vitest';
import { payeeDiffers } from './payee.ts';

const PAYEE = { name: 'Amina Otieno', account: 'DE89 3704 0044 0532 0130 00' };
const line = (counterpartyAccount: string | null, counterparty: string | null) => ({
  counterpartyAccount,
  counterparty,
});

test.each([
  ['the IBAN', 'DE89370400440532013000', 'Somebody Else'],
  ['the IBAN in groups and small letters', 'de89 3704 0044 0532 0130 00', null],
  ['the number at its end', '0532013000', 'Somebody Else'],
  ['only the name', null, 'OTIENO AMINA'],
  ['nobody', null, null],
])('a line that names %s is as expected', (_, account, name) => {
  expect(payeeDiffers(line(account, name), PAYEE)).toBe(false);
});

test.each([
  ['another account', 'GB33BUKB20201555555555', 'Amina Otieno'],
  ['too short an end', '13000', 'Amina Otieno'],
  ['only another name', null, 'Somebody Else'],
])('a line that names %s differs', (_, account, name) => {
  expect(payeeDiffers(line(account, name), PAYEE)).toBe(true);
});

test('without a known account names are compared, and a name in other letters may be the same', () => {
  expect(payeeDiffers(line('GB33BUKB20201555555555', 'Amina Otieno'), { name: 'Amina Otieno', account: null })).toBe(
    false,
  );
  expect(payeeDiffers(line('GB33BUKB20201555555555', 'Peter Mwangi'), { name: 'Amina Otieno', account: null })).toBe(
    true,
  );
  expect(payeeDiffers(line(null, 'CHEN WEI'), { name: '陈伟', account: null })).toBe(false);
});
