import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { demo } from '@carquay/demo';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { openBase, reportLogins } from '#app/open-base.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';

const DATA_DIR = await scratchFolder();

/** Opens a database like the start; returns its row counts and the printed lines. */
async function open(url: string, environment: Record<string, string>, demoPackage: typeof demo | null) {
  const lines: string[] = [];
  const config = readConfig({ DATA_DIR, DATABASE_URL: url, PAYMENTS: 'simulated', ...environment });
  const base = await openBase(config, demoPackage, (line) => lines.push(line));
  const { rows } = await base.pool.query(
    'select (select count(*)::int from listings) as cars, (select count(*)::int from users) as users, (select count(*)::int from makes) as makes',
  );
  reportLogins(base, (line) => lines.push(line));
  await base.close();
  return { ...rows[0], logins: base.firstLogins.map(({ who }) => who), hasDemoCars: base.hasDemoCars, lines };
}

test('opens an empty shop with makes but without the demo package', async () => {
  const { url } = await testDatabase();
  const opened = await open(url, {}, null);
  expect(opened).toMatchObject({ cars: 0, users: 0, logins: ['administrator'], hasDemoCars: false });
  expect(opened.makes).toBeGreaterThan(100);
});

test('refuses demo cars without the demo package', async () => {
  const { url } = await testDatabase();
  await expect(open(url, { DEMO_LISTINGS: '5' }, null)).rejects.toThrow(
    'DEMO_LISTINGS is 5, but the demo package is missing. Set DEMO_LISTINGS=0.',
  );
});

test('adds no demo data to an external database unless DEMO_LISTINGS is set', async () => {
  const { url } = await testDatabase();
  expect(await open(url, {}, demo)).toMatchObject({ cars: 0, users: 0, logins: ['administrator'], hasDemoCars: false });
});

test('adds demo cars and accounts once, and finds them after DEMO_LISTINGS is unset', async () => {
  const { url } = await testDatabase();
  const first = await open(url, { DEMO_LISTINGS: '5' }, demo);
  expect(first).toMatchObject({ cars: 5, users: 2, logins: ['administrator', 'demo user'], hasDemoCars: true });
  expect(first.lines).toContainEqual(expect.stringMatching(/^Warning: DEMO_LISTINGS is 5: /));
  const second = await open(url, { DEMO_LISTINGS: '9' }, demo);
  expect(second).toMatchObject({ cars: 5, users: 2, logins: [], hasDemoCars: true });
  expect(await open(url, {}, demo)).toMatchObject({ cars: 5, users: 2, hasDemoCars: true });
});

test('lets the statements that load and count demo cars take ten minutes', async () => {
  const { url } = await testDatabase();
  let timeout: string | undefined;
  const slow = {
    ...demo,
    async loadCars(owner: pg.Pool) {
      timeout = (await owner.query<{ timeout: string }>("select current_setting('statement_timeout') as timeout"))
        .rows[0]?.timeout;
    },
  };
  await open(url, { DEMO_LISTINGS: '5' }, slow);
  expect(timeout).toBe('10min');
});

test('a password that the operator chose is neither printed nor written to a file', async () => {
  const { url } = await testDatabase();
  const file = join(DATA_DIR, 'first-logins.txt');
  rmSync(file, { force: true });
  const secret = 'chosen by the operator';
  const environment = { ADMIN_EMAIL: 'op@cars.example', ADMIN_PASSWORD: secret };
  const chosen = await open(url, environment, demo);
  expect(chosen.lines.join('\n')).toContain('op@cars.example');
  expect(chosen.lines.join('\n')).not.toContain(secret);
  expect(existsSync(file)).toBe(false);
});

test('a generated password is printed once and written to a file', async () => {
  const { url } = await testDatabase();
  const first = await open(url, {}, demo);
  const [, password = ''] = /administrator: \S+ {2}(\S+)/.exec(first.lines.join('\n')) ?? [];
  expect(readFileSync(join(DATA_DIR, 'first-logins.txt'), 'utf8')).toContain(password);
  expect(password).toHaveLength(16);
  expect((await open(url, {}, demo)).lines.join('\n')).not.toContain('Login for');
});
