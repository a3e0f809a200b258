import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { openPool, withTransaction } from './pool.ts';

const { pool, url } = await testDatabase();

test.each([
  ['a port where nobody listens', (good: URL) => Object.assign(good, { port: '1' }), 'ECONNREFUSED'],
  ['a wrong password', (good: URL) => Object.assign(good, { password: 'wrong' }), 'password authentication failed'],
  ['a database that does not exist', (good: URL) => Object.assign(good, { pathname: '/nowhere' }), 'does not exist'],
])('throws a one-line error without the password for %s', async (_what, spoil, reason) => {
  const bad = spoil(new URL(url)).href;
  const failure = await openPool(bad).then(
    () => null,
    (error: Error) => error,
  );
  const message = failure?.message ?? '';
  expect(message).toMatch(/^The database at 127\.0\.0\.1:\d+\/\S+ cannot be used: /);
  expect(message).toContain(reason);
  expect(message).not.toContain(new URL(bad).password);
});

test.each([
  ['timezone=UTC', 'timezone=EST'],
  ['lock_timeout=2s', 'lock_timeout=0s'],
])('refuses a pooler that changes %s to %s', async (sent, arrives) => {
  const { port } = new URL(url);
  const pooler = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1').on('error', () => near.destroy());
    near.once('data', (startup) => {
      far.write(startup.toString('latin1').replace(sent, arrives), 'latin1');
      near.pipe(far).pipe(near);
    });
    near.on('error', () => far.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void pooler.close());
  await once(pooler, 'listening');
  const through = Object.assign(new URL(url), { port: String((pooler.address() as AddressInfo).port) });
  await expect(openPool(through.href)).rejects.toThrow(/^The connection pooler drops timezone or lock_timeout\. /);
});

test('reads timestamps and big integers exactly', async () => {
  const { rows } = await pool.query(
    "select timestamptz '2026-03-29 02:30:00.1239+05:30' as at, 9007199254740991 as big",
  );
  expect(rows[0].at.toISOString()).toBe('2026-03-28T21:00:00.123Z');
  expect(rows[0].big).toBe(9007199254740991);
});

test('rolls back a failed transaction', async () => {
  await pool.query('create table marks (x int)');
  const failing = withTransaction(pool, async (client) => {
    await client.query('insert into marks values (1)');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await pool.query('select * from marks')).rows).toEqual([]);
});

test.each(['40001', '40P01'])('retries error %s up to five times, and no other error', async (lost) => {
  let tries = 0;
  const work = (code: string, until: number) =>
    withTransaction(pool, async () => {
      if (++tries < until) throw Object.assign(new Error('lost'), { code });
      return 'done';
    });
  expect(await work(lost, 3)).toBe('done');
  expect(tries).toBe(3);
  tries = 0;
  await expect(work('23505', 3)).rejects.toThrow('lost');
  expect(tries).toBe(1);
  tries = 0;
  await expect(work(lost, 6)).rejects.toThrow('lost');
  expect(tries).toBe(5);
});

test('completes both transactions of a deadlock', async () => {
  await pool.query('create table doors as select n as id, 0 as passed from generate_series(1, 2) as n');
  let arrived = 0;
  const pass = (doors: number[]) =>
    withTransaction(pool, async (client) => {
      for (const door of doors) {
        await client.query('update doors set passed = passed + 1 where id = $1', [door]);
        arrived++;
        await expect.poll(() => arrived).toBeGreaterThanOrEqual(2);
      }
    });
  await Promise.all([pass([1, 2]), pass([2, 1])]);
  expect((await pool.query('select passed from doors')).rows).toEqual([{ passed: 2 }, { passed: 2 }]);
});

test('a connection lost between two statements fails its transaction only', async () => {
  const broken = withTransaction(pool, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1, 5000)', [rows[0].pid]);
    await setTimeout(20);
    await client.query('select 1');
  });
  await expect(broken).rejects.toThrow();
  expect(await withTransaction(pool, async () => 'done')).toBe('done');
});
