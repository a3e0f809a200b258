import { expect, test } from 'vitest';
import { groupedAccount, isAccountNumber, isBic, withoutSpaces } from './bank-account.ts';

test('accepts account numbers and IBANs with right check digits, as in the standard’s examples', () => {
  for (const account of ['GB33BUKB20201555555555', 'DE89370400440532013000', '6222021234567890123', '123456'])
    expect(isAccountNumber(account), account).toBe(true);
  for (const account of [
    'GB33BUKB20201555555556',
    'GB34BUKB20201555555555',
    'DE8937040044053201300',
    '12345',
    'a'.repeat(20),
    'X'.repeat(35),
    '',
  ])
    expect(isAccountNumber(account), account).toBe(false);
});

test('reads accounts as people type them and prints them in groups', () => {
  expect(withoutSpaces(' gb33 bukb-2020 1555 5555 55 ')).toBe('GB33BUKB20201555555555');
  expect(groupedAccount('GB33BUKB20201555555555')).toBe('GB33 BUKB 2020 1555 5555 55');
  expect(['BUKBGB22', 'BUKBGB22XXX', 'BUKBGB2', 'bukbgb22', 'BUKBGB22XX'].map(isBic)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
