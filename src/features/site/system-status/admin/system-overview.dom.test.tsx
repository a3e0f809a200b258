import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { SystemStatus } from '../model/system-status-contract.ts';
import { SystemOverview } from './system-overview.tsx';

const AT = '2026-01-31T12:00:00.000Z';
const JOB: SystemStatus['jobs'][number] = {
  name: 'ledger sums',
  state: 'ok',
  processes: 1,
  every_ms: 2_000,
  started_at: AT,
  succeeded_at: AT,
  next_at: AT,
  failed_at: null,
  error: null,
  failures: 0,
  leased: 0,
};
const PROCESS: SystemStatus['processes'][number] = {
  id: '0b9cf5a5-8a3c-4a7e-9d35-9f0a3c6a1c11',
  host: 'site-a',
  pid: 4_321,
  version: '0.3.0',
  build: 'abc123',
  state: 'running',
  started_at: AT,
  seen_at: AT,
  memory_bytes: 512_000_000,
  disk_free_bytes: 40_000_000_000,
};
const WELL: SystemStatus = {
  flag: '1',
  processes: [PROCESS],
  ended: { stopped: 0, silent: 0 },
  jobs: [JOB],
  failures: [],
  queues: [{ queue: 'mail', waiting: 0, oldest_s: 0 }],
  services: [{ host: 'site-a', name: 'bucket', works: true, since: AT, reason: null }],
  backups: { by: 'site', place: '/mnt/backups', base_at: AT, commits_at: AT, files_at: AT, late: null },
  verification: { ended_at: AT, seconds: 3, faults: 0, findings: [], is_late: false },
  versions: { release: '0.3.0', build: 'abc123', schema: '060-system-status.sql', node: '24.0.0', postgres: '18.4' },
  storage: {
    database_bytes: 1_234_000_000,
    tables: [{ name: 'listings', bytes: 400_000_000 }],
    files_in: 'folder',
    uploads: 12,
    upload_bytes: 34_000_000,
    disk_free_bytes: 40_000_000_000,
  },
};
const show = (change: Partial<SystemStatus> = {}) => renderPage(<SystemOverview status={{ ...WELL, ...change }} />);
const problems = () => page.getByRole('region', { name: 'Needs attention' });

test('shows figures with their units, and that nothing needs attention', async () => {
  await show();
  await expect.element(page.getByText('Nothing needs attention.')).toBeVisible();
  for (const text of ['1.2 GB', '512.0 MB', '12 files, 34.0 MB', 'Sums of the ledger', 'site-a, 4321', 'All correct'])
    await expect.element(page.getByText(text).first()).toBeVisible();
});

test.each<[string, Partial<SystemStatus>, RegExp]>([
  ['a late job', { jobs: [{ ...JOB, state: 'late' }] }, /“Sums of the ledger” has not run when it was due/],
  [
    'a job that reports errors',
    { jobs: [{ ...JOB, state: 'failing', failed_at: AT, error: 'Error E1' }] },
    /reported an error: Error E1/,
  ],
  ['a queue', { queues: [{ queue: 'mail', waiting: 3, oldest_s: 360 }] }, /“Emails” has waited for 6 min/],
  [
    'a service',
    { services: [{ host: 'site-a', name: 'mail server', works: false, since: AT, reason: 'ECONNREFUSED' }] },
    /^Mail server does not work since .* ECONNREFUSED/,
  ],
  ['late backups', { backups: { ...WELL.backups, late: 'files are not copied' } }, /late: files are not copied/],
  ['no backups', { backups: { ...WELL.backups, by: 'nobody' } }, /makes no backups/],
  ['faults', { verification: { ...WELL.verification!, faults: 2, findings: ['a', 'b'] } }, /found 2 faults/],
  ['no check', { verification: null }, /never checked/],
  ['an old check', { verification: { ...WELL.verification!, is_late: true } }, /more than a week/],
  [
    'a killed process',
    { processes: [{ ...PROCESS, state: 'silent' }], ended: { stopped: 0, silent: 1 } },
    /^A process on site-a stopped without saying so/,
  ],
  [
    'several killed processes',
    { processes: [{ ...PROCESS, state: 'silent' }], ended: { stopped: 4, silent: 60 } },
    /^60 processes stopped without saying so in the last day. The last one was on site-a/,
  ],
  ['a full disk', { storage: { ...WELL.storage, disk_free_bytes: 1_000_000_000 } }, /Only 1\.0 GB are free/],
  [
    'two releases',
    { processes: [PROCESS, { ...PROCESS, id: '0b9cf5a5-8a3c-4a7e-9d35-9f0a3c6a1c12', version: '0.4.0' }] },
    /0\.3\.0, 0\.4\.0/,
  ],
])('%s needs attention', async (_what, change, text) => {
  await show(change);
  await expect.element(problems().getByText(text)).toBeVisible();
  await expect.element(page.getByText('Nothing needs attention.')).not.toBeInTheDocument();
});

test('says what is missing while no process has reported', async () => {
  await show({ processes: [], jobs: [], services: [], backups: { ...WELL.backups, place: null } });
  for (const text of [
    'No process was seen in the last minute.',
    'No background jobs are running.',
    'No bucket and no mail server are set.',
    'No running process has reported its backups yet.',
  ])
    await expect.element(page.getByText(text)).toBeVisible();
});

test('folds away processes that have ended, which takes one line however many there were', async () => {
  const ended = Array.from({ length: 5 }, (_, each) => ({
    ...PROCESS,
    id: `0b9cf5a5-8a3c-4a7e-9d35-9f0a3c6a1d0${each}`,
    pid: 100 + each,
    state: each === 0 ? ('silent' as const) : ('stopped' as const),
  }));
  await page.viewport(360, 740);
  await show({ processes: [PROCESS, ...ended], ended: { stopped: 1_400, silent: 2 } });
  const table = page.getByRole('region', { name: 'Processes', exact: true });
  await expect.element(table.getByText('site-a, 4321')).toBeVisible();
  await expect.element(table.getByText('site-a, 101')).not.toBeInTheDocument();
  const fold = page.getByText('1,402 processes have ended in the last day, 2 without saying so');
  await expect.element(page.getByText('site-a, 101')).not.toBeVisible();
  await fold.click();
  for (const pid of [100, 104]) await expect.element(page.getByText(`site-a, ${pid}`)).toBeVisible();
});
