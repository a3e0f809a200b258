import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { forgetRepeatedCalls, once } from './repeated-calls.ts';

const { pool } = await testDatabase();
let effects = 0;
const work = async () => ({ effect: ++effects });
const call = (over = {}) => ({ scope: 'POST /cars user 1', key: 'first', body: { make: 'BYD' }, ...over });

test('the same call again has no second effect and gets the first answer', async () => {
  const first = await once(pool, call(), work);
  expect(await once(pool, call(), work)).toEqual(first);
  expect(effects).toBe(1);
});

test('the same key with another body is refused', async () => {
  await expect(once(pool, call({ body: { make: 'Han' } }), work)).rejects.toMatchObject({ code: 'unprocessable' });
});

test('the same key of another person, or for another call, is another call', async () => {
  const before = effects;
  await once(pool, call({ scope: 'POST /cars user 2' }), work);
  await once(pool, call({ scope: 'POST /other user 1' }), work);
  expect(effects).toBe(before + 2);
});

test('of many at the same moment one works, the others are told to wait', async () => {
  const before = effects;
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return work();
  };
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => once(pool, call({ key: 'rush' }), slow)));
  expect(effects).toBe(before + 1);
  const refused = all.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(9);
  expect(refused[0]).toMatchObject({ reason: { code: 'conflict', options: { retryAfter: 1 } } });
});

test('a call that failed, or died with its process, may be tried again', async () => {
  const fail = () => Promise.reject(new Error('no answer'));
  await expect(once(pool, call({ key: 'failing' }), fail)).rejects.toThrow('no answer');
  await expect(once(pool, call({ key: 'failing' }), work)).resolves.toBeDefined();
  await pool.query(
    "update repeated_calls set answer = null, created_at = now() - interval '61 seconds' where key = 'failing'",
  );
  await expect(once(pool, call({ key: 'failing' }), work)).resolves.toBeDefined();
});

test('a key is forgotten after a day', async () => {
  const before = effects;
  await pool.query("update repeated_calls set created_at = now() - interval '24 hours 1 second' where key = 'first'");
  await once(pool, call(), work);
  expect(effects).toBe(before + 1);
  await pool.query("update repeated_calls set created_at = now() - interval '25 hours'");
  await forgetRepeatedCalls(pool);
  expect((await pool.query('select 1 from repeated_calls')).rowCount).toBe(0);
});

test.each(['', ' ', 'a b', 'é', 'x'.repeat(201)])('%j is no key', async (key) => {
  await expect(once(pool, call({ key }), work)).rejects.toMatchObject({ code: 'malformed' });
});
