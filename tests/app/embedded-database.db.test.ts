import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Base, openBase } from '#app/open-base.ts';
import type { Site } from '#app/open-site.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { builtSite } from '../support/server/built-site.ts';
import { getJson, postJson } from '../support/server/test-app.ts';

const MAX_OUTAGE_MS = 10_000;
const dataDir = await scratchFolder();
const config = readConfig({ DATA_DIR: dataDir, DEMO_LISTINGS: '0', LOG_LEVEL: 'silent' });
let base: Base;
let site: Site;
let cookie: string;
let car: number;

beforeAll(async () => {
  base = await openBase(config, null, () => {});
  afterFile(() => base.close());
  const { openSite, pages } = await builtSite();
  site = await openSite(base, { pages, mode: 'test', demo: null });
  afterFile(() => site.close());
  cookie = (await signIn(base.pool)).cookie;
  [car = 0] = await addCars(base.pool, [{ make: 'BYD', model: 'Seal' }]);
});

const get = async (url: string) => {
  const { statusCode, body } = await site.app.inject({ url, headers: { cookie } });
  return { status: statusCode, body };
};
const call = (url: string) => getJson(site.app, url, cookie);
const callAll = () => Promise.all(['/api/get-profile', '/api/favourites'].map(call));
/** The postmaster and its children. */
function databaseProcesses(): number[] {
  const [line = ''] = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = all
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === Number(line));
  return [Number(line), ...children.map(([pid = 0]) => pid)];
}
const mails = async () => (await readdir(join(dataDir, 'mails')).catch(() => [])).length;

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'the site answers 503 after %s of its database, and works again within 10 s',
  async (signal) => {
    for (const { status } of await callAll()) expect(status).toBe(200);
    for (const pid of databaseProcesses()) process.kill(pid, signal);
    const began = performance.now();
    const [answers, page] = await Promise.all([callAll(), get('/Profile')]);
    for (const { status, body } of answers) {
      expect(status).toBe(503);
      expect(body).toMatchObject({ flag: '0', code: 'overloaded', requestId: expect.any(String) });
    }
    expect(page.status).toBe(503);
    expect(page.body).toContain('role="alert"');
    const readiness = async () => JSON.parse((await get('/api/ready')).body);
    await expect.poll(readiness, { timeout: MAX_OUTAGE_MS - (performance.now() - began) }).toEqual({ status: 'ok' });
    expect((await get('/api/health')).status).toBe(200);

    for (const { status } of await callAll()) expect(status).toBe(200);
    expect((await get('/Profile')).status).toBe(200);
    expect((await call(`/api/listings/${car}`)).status).toBe(200);
    const sent = await mails();
    await postJson(site.app, '/api/newsletter', { email: `${signal.toLowerCase()}@readers.example` });
    await expect.poll(mails, { message: 'the mail job works' }).toBeGreaterThan(sent);
  },
);
