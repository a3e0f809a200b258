import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { isClockFaked } from '../../../../tests/support/runner/faked-clock.ts';
import { openOwnerPool, openPool, withTransaction } from './postgres.ts';

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

/** Forwards connections with changed bytes of their start, and names another process than the server's, as a pooler does. */
async function pooler(change: (startup: string) => string): Promise<string> {
  const { port } = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1').on('error', () => near.destroy());
    near.once('data', (startup) => {
      const text = startup.toString('latin1');
      if (REFUSED.test(change(text))) return near.end(refusal('unsupported startup parameter: statement_timeout'));
      far.write(change(text), 'latin1');
      near.pipe(far);
    });
    far.on('data', (bytes) => near.write(withOtherProcess(bytes)));
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) }).href;
}

const REFUSED = /refuse/;
const refusing = (startup: string) => (startup.includes('statement_timeout') ? 'refuse' : startup);

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** The message BackendKeyData: K, its length, process and secret. */
function withOtherProcess(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([75, 0, 0, 0, 12]));
  if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5);
  return bytes;
}

const SETTINGS = {
  timezone: 'UTC',
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '30s',
};

async function setOfDatabase(settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await pool.query(`alter database ${new URL(url).pathname.slice(1)} set ${name} = '${value}'`);
}

test.each([
  ['timezone=UTC', 'timezone=EST', 'timezone is EST'],
  ['lock_timeout=2s', 'lock_timeout=0s', 'lock_timeout is 0 ms'],
])('refuses a pooler that changes %s to %s', async (sent, arrives, why) => {
  const through = await pooler((startup) => startup.replace(sent, arrives));
  await expect(openPool(through)).rejects.toThrow(`drops settings that the site needs (${why})`);
});

test('sends no settings to a pooler that refuses them, and requires them of the role', async () => {
  const through = await pooler(refusing);
  await expect(openPool(through)).rejects.toThrow(/statement_timeout is 0 ms.* alter role "\w+" set timezone = 'UTC';/);
  await setOfDatabase(SETTINGS);
  const own = await openPool(through);
  const { rows } = await own.query("select current_setting('lock_timeout') as value");
  expect(rows).toEqual([{ value: '2s' }]);
  await own.end();
  for (const [name, value, found] of [
    ['timezone', 'Asia/Shanghai', 'timezone is Asia/Shanghai'],
    ['statement_timeout', '1min', 'statement_timeout is 60000 ms'],
    ['idle_in_transaction_session_timeout', '0', 'idle_in_transaction_session_timeout is 0 ms'],
  ] as const) {
    await setOfDatabase({ ...SETTINGS, [name]: value });
    await expect(openPool(through)).rejects.toThrow(`(${found})`);
  }
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} reset all`);
});

test('refuses a pooler as the address of the owner, and takes a server', async () => {
  await expect(openOwnerPool(await pooler((startup) => startup))).rejects.toThrow(
    /is a connection pooler\. Set DATABASE_OWNER_URL to the address of PostgreSQL itself/,
  );
  await (await openOwnerPool(url)).end();
});

test('reads times and days correctly in any time zone of the server', async () => {
  await setOfDatabase({ timezone: 'Asia/Shanghai' });
  const own = await openPool(url);
  const { rows } = await own.query(
    `select timestamptz '2026-01-01T00:30:00+08:00' as at, (timestamptz '2026-01-01T00:30:00+08:00')::date::text as day,
       (now() - current_date) < interval '24 hours' as "isToday", '2026-01-01'::date::timestamptz as midnight`,
  );
  await own.end();
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} reset all`);
  expect(rows[0]).toEqual({
    at: new Date('2025-12-31T16:30:00Z'),
    day: '2025-12-31',
    isToday: true,
    midnight: new Date('2026-01-01T00:00:00Z'),
  });
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

test.skipIf(isClockFaked)('completes both transactions of a deadlock', async () => {
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
