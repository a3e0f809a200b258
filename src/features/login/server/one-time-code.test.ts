import { expect, test } from 'vitest';
import { appAddress, hashOfRecoveryCode, newRecoveryCodes, newSecret, stepOfCode } from './one-time-code.ts';

/** The secret and two of the moments of RFC 6238, with the last six digits of its codes. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const AT = 1_111_111_109_000;
const STEP = 37_037_036;

test('codes are those of RFC 6238', () => {
  expect(stepOfCode(SECRET, '287082', 59_000)).toBe(1);
  expect(stepOfCode(SECRET, '081804', AT)).toBe(STEP);
});

test('a code counts one step early or late, for its own step, and no longer', () => {
  const off = (steps: number) => stepOfCode(SECRET, '081804', AT + steps * 30_000);
  expect([-2, -1, 0, 1, 2].map(off)).toEqual([null, STEP, STEP, STEP, null]);
});

test('spaces and the width of digits do not matter, anything else does', () => {
  expect(stepOfCode(SECRET, ' 081 804 ', AT)).toBe(STEP);
  expect(stepOfCode(SECRET, '０８１８０４', AT)).toBe(STEP);
  for (const wrong of ['', '081805', '81804', '0818040', '08180a', '07081804', "' or 1=1"])
    expect(stepOfCode(SECRET, wrong, AT)).toBeNull();
});

test('secrets and recovery codes are random', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(8);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
});

test('a recovery code may be typed without dashes and in small letters', () => {
  expect(hashOfRecoveryCode(' abcd efgh-ijkl mnop')).toEqual(hashOfRecoveryCode('ABCD-EFGH-IJKL-MNOP'));
});

test('the address for the app names us and the account', () => {
  const address = new URL(appAddress(SECRET, 'office@cars.example'));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toContain('CarQuay:office@cars.example');
  expect(address.searchParams.get('secret')).toBe(SECRET);
});
