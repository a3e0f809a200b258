import { expect, test } from 'vitest';
import { weaknessOf } from '../server/password-strength.ts';
import { minPasswordLength, type PasswordPolicy } from './password-policy.ts';

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

test('strict asks for 8 characters that take longer', () => {
  expect(problem('x7%Qp2', 'strict')).toBe('account.password.shortStrict');
  expect(problem('secret123', 'strict')).toBe('account.password.common');
  expect(problem('Mombasa 1 port', 'strict')).toBeNull();
});

test('people of the back office need 10 characters that are hard to guess, whatever the setting is', () => {
  for (const weak of ['x7%Qp2vB', 'Password123!', 'aminaotieno1', '1234567890', 'qwertyuiop', 'carquaycarquay'])
    expect(problem(weak, 'office'), weak).toBe('account.password.office');
  expect(problem('new harbour crane', 'office')).toBeNull();
});

test('the forms name the least length of the policy', () => {
  expect([minPasswordLength('basic'), minPasswordLength('strict'), minPasswordLength('office')]).toEqual([6, 8, 10]);
});

test('a long password is judged by its beginning, so that no request computes for long', () => {
  const repeated = 'p4s5w0rd'.repeat(16);
  expect(problem(repeated.slice(0, 128), 'basic')).toBe(problem(repeated.slice(0, 30), 'basic'));
});
