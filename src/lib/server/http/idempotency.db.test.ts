import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { purgeIdempotencyKeys, runIdempotent } from './idempotency.ts';

const { pool } = await testDatabase();
let effects = 0;
const work = async () => ({ effect: ++effects });
const call = (over = {}) => ({ scope: 'POST /cars user 1', key: 'first', body: { make: 'BYD' }, ...over });

test('a repeated call has no second effect and returns the first response', async () => {
  const first = await runIdempotent(pool, call(), work);
  expect(await runIdempotent(pool, call(), work)).toEqual(first);
  expect(effects).toBe(1);
});

test('stores neither the key nor the body in readable form', async () => {
  await runIdempotent(pool, call({ key: 'telling', body: { password: 'harbour' } }), work);
  const { rows } = await pool.query('select json_agg(c)::text as text from repeated_calls c');
  const plain = createHash('sha256').update('{"password":"harbour"}').digest('hex');
  expect(rows[0].text).not.toMatch(new RegExp(`telling|harbour|${plain}`));
});

test('rejects the same key with another body', async () => {
  await runIdempotent(pool, call({ key: 'one-body' }), work);
  await expect(runIdempotent(pool, call({ key: 'one-body', body: { make: 'Han' } }), work)).rejects.toMatchObject({
    code: 'unprocessable',
  });
});

test('treats the same key of another caller or endpoint as another call', async () => {
  const before = effects;
  await runIdempotent(pool, call({ scope: 'POST /cars user 2' }), work);
  await runIdempotent(pool, call({ scope: 'POST /other user 1' }), work);
  expect(effects).toBe(before + 2);
});

test('of 10 concurrent calls with one key, one runs and the others get conflict with retryAfter', async () => {
  const before = effects;
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const refusals: unknown[] = [];
  const slow = () => gate.then(work);
  const all = Array.from({ length: 10 }, () =>
    runIdempotent(pool, call({ key: 'rush' }), slow).catch((error) => refusals.push(error)),
  );
  await expect.poll(() => refusals).toHaveLength(9);
  open();
  await Promise.all(all);
  expect(effects).toBe(before + 1);
  expect(refusals[0]).toMatchObject({ code: 'conflict', options: { retryAfter: 1 } });
});

test('a call can be retried after it failed, or 61 seconds after its process died', async () => {
  const fail = () => Promise.reject(new Error('no answer'));
  await expect(runIdempotent(pool, call({ key: 'failing' }), fail)).rejects.toThrow('no answer');
  await expect(runIdempotent(pool, call({ key: 'failing' }), work)).resolves.toBeDefined();
  await pool.query("update repeated_calls set answer = null, created_at = now() - interval '61 seconds'");
  await expect(runIdempotent(pool, call({ key: 'failing' }), work)).resolves.toBeDefined();
});

test('a key expires after a day and is purged', async () => {
  await runIdempotent(pool, call(), work);
  const before = effects;
  await pool.query("update repeated_calls set created_at = now() - interval '24 hours 1 second'");
  await runIdempotent(pool, call(), work);
  expect(effects).toBe(before + 1);
  await pool.query("update repeated_calls set created_at = now() - interval '25 hours'");
  await purgeIdempotencyKeys(pool, 24 * 60 * 60);
  expect((await pool.query('select 1 from repeated_calls')).rowCount).toBe(0);
});

test.each(['', ' ', 'a b', 'é', 'x'.repeat(201)])('rejects %j as a key', async (key) => {
  await expect(runIdempotent(pool, call({ key }), work)).rejects.toMatchObject({ code: 'malformed' });
});
