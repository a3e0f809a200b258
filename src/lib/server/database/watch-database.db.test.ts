import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { unreliableProxy } from '../../../../tests/support/journeys/unreliable-proxy.ts';
import { afterFile } from '../../../../tests/support/runner/after-file.ts';
import { PipelinedReads } from './pipelined-reads.ts';
import { openPool, statement, withTransaction } from './postgres.ts';
import { watchDatabase } from './watch-database.ts';

const FAST = { everyMs: 20, timeoutMs: 300 };
const { url } = await testDatabase();
const proxy = await unreliableProxy(url);
afterFile(proxy.close);
const through = Object.assign(new URL(url), { port: proxy.port }).href;

async function turns(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) await turn();
}

async function guarded() {
  const pool = await openPool(through, { max: 2 });
  const onChange = vi.fn();
  const stop = watchDatabase(pool, { ...FAST, onChange });
  return {
    pool,
    onChange,
    async close() {
      await stop();
      await pool.end();
    },
  };
}

test('fails waiting and new queries of a frozen database immediately, and continues when it answers again', async () => {
  const { pool, onChange, close } = await guarded();
  const reads = new PipelinedReads(pool, 1);
  await reads.open();
  await Promise.all([pool.query('select 1'), pool.query('select 1')]);
  proxy.freezeAll();
  const waiting = [
    ...Array.from({ length: 5 }, () => pool.query('select 1')),
    reads.query({ ...statement('select 2'), values: [] }),
    withTransaction(pool, (client) => client.query('select 3')),
  ];
  for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
  expect(pool.awayMs()).toBeGreaterThan(0);
  const refused = [pool.query('select 1'), pool.connect()].map((asked) => asked.catch(String));
  // A query that is sent takes longer: each needs several turns of the event loop.
  const inTurns = await Promise.race([Promise.all(refused), turns(5)]);
  expect(inTurns).toEqual(Array(2).fill(expect.stringContaining('The database does not respond')));
  proxy.recover();
  await expect.poll(() => pool.awayMs(), { timeout: 5_000 }).toBeNull();
  expect((await pool.query('select 4 as n')).rows).toEqual([{ n: 4 }]);
  expect(onChange.mock.calls).toEqual([[true], [false]]);
  await reads.close();
  await close();
});

test('a slow query does not count as a frozen database', async () => {
  const { pool, onChange, close } = await guarded();
  await pool.query('select pg_sleep(1)');
  expect(onChange).not.toHaveBeenCalled();
  await close();
});

test('a process that is too busy to read answers does not take its database for absent', async () => {
  const { onChange, close } = await guarded();
  for (let nth = 0; nth < 8; nth++) {
    for (const began = performance.now(); performance.now() - began < 2 * FAST.timeoutMs; );
    await turn();
  }
  expect(onChange).not.toHaveBeenCalled();
  await close();
});

test('a connection that does not answer fails on its own and is not used again', async () => {
  const pool = await openPool(through, { max: 1, statementTimeoutMs: 200 });
  const work = withTransaction(pool, async (client) => {
    proxy.freeze();
    await client.query('select 1');
  });
  await expect(work).rejects.toThrow('Query read timeout');
  proxy.recover();
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await pool.end();
});

test('refuses queries when 500 wait for a connection', async () => {
  const pool = await openPool(url, { max: 1 });
  const held = await pool.connect();
  const waiting = Array.from({ length: 500 }, () => pool.query('select 1'));
  await expect(pool.query('select 1')).rejects.toThrow('Too many queries wait');
  held.release();
  await Promise.all(waiting);
  await pool.end();
});
