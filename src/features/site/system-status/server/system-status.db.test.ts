import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { startHeartbeat } from '#app/start/heartbeat.ts';
import { openJob } from '#lib/server/jobs/job-runs.ts';
import { queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { noteProcess, noteVerification } from './system-store.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const { cookie } = await signInAdmin(pool);
const status = async () => (await getJson(app, '/api/admin/system-status', cookie)).body;
const fail = (error: unknown) => {
  throw error;
};
const beat = () => {
  const services = () => [{ name: 'bucket', works: false, since: testNow(), reason: 'ECONNREFUSED' }];
  return startHeartbeat({ pool, dataDir: '/', services, backups: null, onError: fail });
};

beforeEach(() => pool.query('truncate site_processes, verifications'));

test('shows a running process with its jobs and services, and that it stopped', async () => {
  const job = openJob('bills', 2_000, () => {});
  await job.run(async (run) => {
    run.lease(2);
    run.onError(Object.assign(new TypeError('Amina Otieno'), { code: 'E1' }));
  });
  const stop = beat();
  await expect.poll(async () => (await status()).processes.length).toBe(1);
  const running = await status();
  expect(running).toMatchObject({
    processes: [{ pid: process.pid, state: 'running', disk_free_bytes: expect.any(Number) }],
    services: [{ name: 'bucket', works: false, reason: 'ECONNREFUSED' }],
    backups: { by: 'nobody', place: null },
    versions: { schema: expect.stringMatching(/^\d{3}-/), node: process.versions.node },
    storage: { files_in: 'folder', uploads: 0 },
    verification: null,
  });
  expect(running.jobs.find(({ name }: { name: string }) => name === 'bills')).toMatchObject({
    state: 'failing',
    error: 'TypeError E1',
    failures: 1,
    leased: 2,
  });
  expect(JSON.stringify(running)).not.toContain('Amina');
  expect(running.storage.tables).toHaveLength(5);
  job.close();
  await stop();
  expect(await status()).toMatchObject({ processes: [{ state: 'stopped' }], jobs: [], services: [] });
});

test('a process that was killed is silent after a minute, and forgotten after a day', async () => {
  const own = { id: randomUUID(), host: 'site-b', pid: 7, version: '0.3.0', build: 'x', node: '24.0.0' };
  const facts = { startedAt: testNow(), memoryBytes: 1, diskFreeBytes: null };
  // As a process of another release may write it.
  const state = { jobs: [{ title: 'unknown' }] } as never;
  await noteProcess(pool, { ...own, ...facts, state });
  const agoTo = (age: string) => pool.query(`update site_processes set seen_at = now() - interval '${age}'`);
  expect(await status()).toMatchObject({ processes: [{ host: 'site-b', state: 'running' }], jobs: [] });
  await agoTo('61 seconds');
  expect(await status()).toMatchObject({ processes: [{ state: 'silent' }] });
  await agoTo('25 hours');
  expect((await status()).processes).toEqual([]);
  await noteProcess(pool, { ...own, ...facts, state, id: randomUUID() });
  expect((await pool.query('select id from site_processes where id = $1', [own.id])).rows).toEqual([]);
});

test('lists running processes and the last five that ended, first the silent ones, and counts the others', async () => {
  const facts = { version: '0.3.0', build: 'x', node: '24.0.0', startedAt: testNow(), memoryBytes: 1 };
  const add = async (host: string, seen: string, stopped: boolean) => {
    const id = randomUUID();
    await noteProcess(pool, { ...facts, id, host, pid: 7, diskFreeBytes: null, state: { jobs: [] } as never });
    const change = `seen_at = now() - interval '${seen}', stopped_at = case when $2 then now() - interval '${seen}' end`;
    await pool.query(`update site_processes set ${change} where id = $1`, [id, stopped]);
  };
  for (let each = 0; each < 60; each++) await add(`stopped-${each}`, `${each} minutes`, true);
  await add('killed', '20 hours', false);
  for (const host of ['site-a', 'site-b']) await add(host, '5 seconds', false);
  const { processes, ended } = await status();
  expect(processes.map(({ host, state }: { host: string; state: string }) => `${state} ${host}`)).toEqual([
    ...['running site-b', 'running site-a', 'silent killed'],
    ...[0, 1, 2, 3].map((each) => `stopped stopped-${each}`),
  ]);
  expect(ended).toEqual({ stopped: 60, silent: 1 });
});

test('shows queues by what is due', async () => {
  await queueMail(pool, { to: 'reader@buyers.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  await pool.query("update mail_outbox set next_attempt_at = now() - interval '1 hour'");
  const { queues } = await status();
  expect(queues.find(({ queue }: { queue: string }) => queue === 'mail')).toMatchObject({ waiting: 1 });
  expect(queues[0].oldest_s).toBeGreaterThan(3_500);
});

test('shows the newest check of books and logs, late after eight days, and keeps a hundred', async () => {
  const startedAt = testNow();
  for (const at of Array.from({ length: 101 }, (_, each) => each))
    await noteVerification(pool, { startedAt, version: '0.3.0', findings: at === 100 ? ['books: WRONG: x'] : [] });
  expect((await pool.query('select count(*)::int as kept from verifications')).rows).toEqual([{ kept: 100 }]);
  expect(await status()).toMatchObject({
    verification: { faults: 1, findings: ['books: WRONG: x'], is_late: false },
  });
  await pool.query(
    "update verifications set ended_at = now() - interval '9 days', started_at = now() - interval '9 days'",
  );
  expect(await status()).toMatchObject({ verification: { is_late: true } });
});
