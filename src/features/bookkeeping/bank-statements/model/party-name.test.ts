import { expect, test } from 'vitest';
import { matchParty, payeeDiffers } from './party-name.ts';

test.each([
  ['MRS AMINA OTIENO', 'Otieno, Amina', 'same'],
  ['Amina Otieno', 'Amina Mwangi', 'other'],
  ['José Núñez', 'NUNEZ JOSE', 'same'],
  ['Brown', 'John Brown', 'same'],
  ['Trading Co Ltd', 'Other Trading Ltd', 'other'],
  ['王 小明', '王 小明', 'same'],
  ['', '', 'other'],
  ['', '陈伟', 'other'],
  ['KLAUS MUELLER', 'Klaus Müller', 'same'],
  ['KLAUS MULLER', 'Klaus Müller', 'same'],
  ['GROSS, JUERGEN', 'Jürgen Groß', 'same'],
  ['SOEREN OESTERGAARD', 'Søren Østergaard', 'same'],
  ['KLAUS MAIER', 'Klaus Müller', 'other'],
  ['CHEN WEI', '陈伟', 'perhaps'],
  ['WEI CHEN', '陈伟', 'perhaps'],
  ['CHENWEI', '陈伟', 'perhaps'],
  ['CHEN XIAOMING', '陈小明', 'perhaps'],
  ['XIAOMING CHEN', '陈小明', 'perhaps'],
  ['CHEN WEI', '李伟', 'other'],
  ['DMITRIY IVANOV', 'Дмитрий Иванов', 'perhaps'],
  ['Chen Wei', 'Chen Xiaoming', 'other'],
])('%j and %j are %s', (name, other, match) => {
  expect(matchParty(name, other)).toBe(match);
  expect(matchParty(other, name)).toBe(match);
});

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
