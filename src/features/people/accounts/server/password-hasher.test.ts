import { expect, test } from 'vitest';
import { PasswordHasher } from './password-hasher.ts';

test('hashes the same password differently each time, and both hashes verify it', async () => {
  const hasher = new PasswordHasher();
  const [first, second] = await Promise.all([hasher.hash('harbour'), hasher.hash('harbour')]);
  expect(first).not.toBe(second);
  expect(await Promise.all([hasher.verify(first, 'harbour'), hasher.verify(second, 'harbour')])).toEqual([true, true]);
  expect(await hasher.verify(first, 'Harbour')).toBe(false);
});

test('rejects any password for an unknown account, after hashing it', async () => {
  const hasher = new PasswordHasher();
  expect(await hasher.verify(null, 'nobody')).toBe(false);
  const began = performance.now();
  expect(await hasher.verify(null, 'harbour')).toBe(false);
  expect(performance.now() - began).toBeGreaterThan(3);
});

test('does not verify a peppered hash without the pepper', async () => {
  const peppered = new PasswordHasher('a pepper of the operator');
  const stored = await peppered.hash('harbour');
  expect(await peppered.verify(stored, 'harbour')).toBe(true);
  expect(await new PasswordHasher().verify(stored, 'harbour')).toBe(false);
});

test('checks 1 of 100 simultaneous passwords, queues 40 and rejects 59 as overloaded with retryAfter 3', async () => {
  const hasher = new PasswordHasher();
  const flood = await Promise.allSettled(Array.from({ length: 100 }, async () => hasher.hash('harbour')));
  const refused = flood.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBe(100 - 41);
  expect(refused[0]).toMatchObject({ reason: { code: 'overloaded', options: { retryAfter: 3 } } });
  expect(await hasher.hash('harbour')).toContain('$argon2id$');
});
