import { expect, test } from 'vitest';
import { hashOfRecoveryCode, newRecoveryCodes, newSecret, otpauthUri, stepOfCode } from './login-codes.ts';

/** Secret, times and codes (last six digits) from the test vectors of RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const TIME_MS = 1_111_111_109_000;
const STEP = 37_037_036;

test('accepts the codes of RFC 6238', () => {
  expect(stepOfCode(SECRET, '287082', 59_000)).toBe(1);
  expect(stepOfCode(SECRET, '081804', TIME_MS)).toBe(STEP);
});

test('accepts a code up to one step early or late and returns its own step', () => {
  const off = (steps: number) => stepOfCode(SECRET, '081804', TIME_MS + steps * 30_000);
  expect([-2, -1, 0, 1, 2].map(off)).toEqual([null, STEP, STEP, STEP, null]);
});

test('ignores spaces and full-width digits and rejects anything else', () => {
  expect(stepOfCode(SECRET, ' 081 804 ', TIME_MS)).toBe(STEP);
  expect(stepOfCode(SECRET, '０８１８０４', TIME_MS)).toBe(STEP);
  for (const wrong of ['', '081805', '81804', '0818040', '08180a', '07081804', "' or 1=1"])
    expect(stepOfCode(SECRET, wrong, TIME_MS)).toBeNull();
});

test('creates random secrets and recovery codes', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(8);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
});

test('hashes a recovery code alike without dashes and in lower case', () => {
  expect(hashOfRecoveryCode(' abcd efgh-ijkl mnop')).toEqual(hashOfRecoveryCode('ABCD-EFGH-IJKL-MNOP'));
});

test('puts product name, account and secret into the otpauth URI', () => {
  const uri = new URL(otpauthUri(SECRET, 'office@cars.example'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('CarQuay:office@cars.example');
  expect(uri.searchParams.get('secret')).toBe(SECRET);
});
