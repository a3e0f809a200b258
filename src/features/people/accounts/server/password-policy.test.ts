import { expect, test } from 'vitest';
import { minPasswordLength, type PasswordPolicy, weaknessOf } from './password-policy.ts';

const AMINA = ['Amina Otieno', 'amina.otieno@buyers.example'];
const problem = (password: string, policy: PasswordPolicy) => weaknessOf(password, policy, AMINA);

test.each([
  '123456',
  'password',
  'qwerty',
  'iloveyou',
  '111111',
  'abc123',
  'PASSWORD',
  'amina',
  'otieno',
  'carquay',
  'zzzzzz',
])('%s is no password of a user, because it is among the first guesses', (password) => {
  expect(problem(password, 'basic')).not.toBeNull();
});

test.each(['secret1', 'Mombasa1', 'correct horse 7', 'пароль-рыба', '我的车在港口'])(
  '%s is a password of a user by default',
  (password) => {
    expect(problem(password, 'basic')).toBeNull();
  },
);

test('strict requires 8 characters that take longer to guess', () => {
  expect(problem('x7%Qp2', 'strict')).toBe('account.password.shortStrict');
  expect(problem('secret123', 'strict')).toBe('account.password.common');
  expect(problem('Mombasa 1 port', 'strict')).toBeNull();
});

test('staff need 10 characters that are hard to guess', () => {
  for (const weak of ['x7%Qp2vB', 'Password123!', 'aminaotieno1', '1234567890', 'qwertyuiop', 'carquaycarquay'])
    expect(problem(weak, 'office'), weak).toBe('account.password.office');
  expect(problem('new harbour crane', 'office')).toBeNull();
});

test('returns the minimum length of each policy', () => {
  expect([minPasswordLength('basic'), minPasswordLength('strict'), minPasswordLength('office')]).toEqual([6, 8, 10]);
});

test('estimates only the beginning of a long password, to bound the time', () => {
  const repeated = 'p4s5w0rd'.repeat(16);
  expect(problem(repeated.slice(0, 128), 'basic')).toBe(problem(repeated.slice(0, 30), 'basic'));
});
