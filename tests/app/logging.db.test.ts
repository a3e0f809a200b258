import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config/config.ts';
import { addUser, PASSWORD } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { builtSite } from '../support/server/built-site.ts';
import { postJson } from '../support/server/test-app.ts';

const { pool } = await testDatabase();
const lines: string[] = [];
const logTo = new PassThrough();
logTo.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)));
const config = readConfig({ DATA_DIR: await scratchFolder(), LOG_LEVEL: 'debug' });
const { createApp, pages } = await builtSite();
const app = await createApp({ config, pool, mode: 'test', pages, logTo });
afterAll(() => app.close());

test('an internal error reveals no details to the client and is logged with its request id', async () => {
  await pool.query('alter table newsletter_subscribers rename to gone');
  const { status, body } = await postJson(app, '/api/newsletter?note=hush', { email: 'reader@buyers.example' });
  await pool.query('alter table gone rename to newsletter_subscribers');
  expect(status).toBe(500);
  expect(body).toEqual({
    flag: '0',
    message: 'Something went wrong. Please try again later.',
    error: 'Something went wrong. Please try again later.',
    code: 'internal',
    requestId: body.requestId,
  });
  const line = lines.find((each) => each.includes(body.requestId));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ err: { code: '42P01' } });
});

test('the log contains no secrets and no user input, and every line is JSON', async () => {
  const { email } = await addUser(pool);
  const forged = 'x"}\n{"level":60,"msg":"forged"';
  const { cookies } = await postJson(app, '/api/login', { email, password: PASSWORD });
  await postJson(app, '/api/login', { email: forged, password: 'a secret typo' });
  await postJson(app, `/api/confirm-email?token=${'T'.repeat(43)}`, { token: 'T'.repeat(43) }, { cookie: cookies });
  await app.inject({
    url: `/ResetPassword?token=${'T'.repeat(43)}`,
    headers: { 'user-agent': forged.replace('\n', ' '), cookie: cookies },
  });
  await pool.query('alter table account_links rename to gone');
  const failed = await postJson(app, '/api/confirm-email', { token: 'T'.repeat(43) }, { cookie: cookies });
  await pool.query('alter table gone rename to account_links');
  expect(failed.status).toBe(500);
  const log = lines.join('\n');
  const secrets = [
    PASSWORD,
    'a secret typo',
    'TTTT',
    'forged',
    'hush',
    email,
    /session=([\w-]+)/.exec(cookies)?.[1] ?? 'none',
  ];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(() => lines.map((line) => JSON.parse(line))).not.toThrow();
});
