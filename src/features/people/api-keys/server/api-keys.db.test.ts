import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { MAX_LIVE_KEYS } from '../model/api-key-contract.ts';

const { pool } = await testDatabase();
const app = await testApp(pool, { READS_PER_MINUTE: '4', KEY_READS_PER_MINUTE: '8' });

let cookie = '';
let userId = 0;
let client = 0;
let ip = '';
beforeEach(async () => {
  ({ cookie, id: userId } = await signIn(pool));
  client++;
  ip = `192.0.2.${client}`;
});

const make = (name: string, by = cookie) => postJson(app, '/api/my-api-keys', { name }, { cookie: by, ip });
const revoke = (id: number, by = cookie) =>
  postJson(app, `/api/my-api-keys/${id}`, undefined, { cookie: by, ip, method: 'DELETE' });
const list = async () => (await getJson(app, '/api/my-api-keys', cookie)).body;
/** Each address is new, because kept responses cost nothing. */
let page = 0;
const read = async (key?: string, on = app) =>
  (
    await on.inject({
      url: `/api/listings/listings?page=${++page}`,
      remoteAddress: ip,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    })
  ).statusCode;
const reads = async (count: number, key?: string) => {
  const statuses = [];
  for (let n = 0; n < count; n++) statuses.push(await read(key));
  return statuses.filter((status) => status === 200).length;
};

test('a key is shown once; the database stores only its hash', async () => {
  const { body } = await make('  Website  ');
  expect(body).toMatchObject({ name: 'Website', revoked: false, last_used_on: null });
  expect(body.key).toMatch(/^cq_[\w-]{43}$/);
  const { keys, reads_per_minute } = await list();
  expect(reads_per_minute).toBe(8);
  expect(keys).toEqual([{ ...body, key: undefined }].map(({ key, ...rest }) => rest));
  const { rows } = await pool.query('select * from api_keys where id = $1', [body.id]);
  expect(JSON.stringify(rows)).not.toContain(body.key.slice(7));
});

test('reads with a key are counted apart from those of the network', async () => {
  const { key } = (await make('Website')).body;
  expect(await reads(6)).toBe(4);
  expect(await read(key)).toBe(429);
  client++;
  ip = `192.0.2.${client}`;
  expect(await reads(10, key)).toBe(8);
  expect((await list()).keys[0].last_used_on).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('a revoked or unknown key is refused', async () => {
  const { id, key } = (await make('Website')).body;
  expect(await revoke(id)).toMatchObject({ status: 200, body: { revoked: true } });
  expect(await read(key)).toBe(401);
  await revoke(id);
  const audited = await pool.query(
    "select 1 from audit_log where action = 'API key revoked' and details->>'key' = $1",
    [String(id)],
  );
  expect(audited.rows).toHaveLength(1);
  expect(await read(`cq_${'x'.repeat(43)}`)).toBe(401);
  expect(await read('cq_short')).toBe(401);
  expect(await read('another scheme')).toBe(200);
});

test('a key in steady use is refused within 30 seconds after it was revoked', async () => {
  const { id, key } = (await make('Website')).body;
  expect(await read(key)).toBe(200);
  await revoke(id);
  const start = performance.now();
  const now = vi.spyOn(performance, 'now');
  const statuses = [];
  for (const s of [10, 20, 31]) {
    now.mockReturnValue(start + s * 1_000);
    // The cache reads the time at most once per millisecond.
    await setTimeout(5);
    statuses.push(await read(key));
  }
  now.mockRestore();
  expect(statuses).toEqual([200, 200, 401]);
});

test('keys of an inactive user are refused', async () => {
  const { key } = (await make('Website')).body;
  await pool.query("update users set status = 'Inactive' where id = $1", [userId]);
  expect(await read(key)).toBe(401);
});

test('the name of the scheme has no letter case', async () => {
  const { id } = (await make('Website')).body;
  await revoke(id);
  const headers = { authorization: `bearer cq_${'x'.repeat(43)}` };
  expect((await app.inject({ url: '/api/import/countries', headers, remoteAddress: ip })).statusCode).toBe(401);
});

test('all keys of a user share one budget', async () => {
  const keys = [(await make('One')).body.key, (await make('Two')).body.key];
  ip = `198.51.100.${client}`;
  expect((await reads(6, keys[0])) + (await reads(6, keys[1]))).toBe(8);
});

test('trying keys spends the budget of the network', async () => {
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push(await read(`cq_${'x'.repeat(42)}${n}`));
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
});

test('another process refuses a revoked key too', async () => {
  const { id, key } = (await make('Website')).body;
  await revoke(id);
  expect(await read(key, await testApp(pool))).toBe(401);
});

test('a key logs nobody in', async () => {
  const { key } = (await make('Website')).body;
  const headers = { authorization: `Bearer ${key}` };
  for (const url of ['/api/my-api-keys', '/api/get-profile', '/api/sessions'])
    expect((await app.inject({ url, remoteAddress: ip, headers })).statusCode).toBe(401);
});

describe('limits', () => {
  test('a user has at most five live keys, also when they are made at the same time', async () => {
    const made = await Promise.all(Array.from({ length: MAX_LIVE_KEYS + 3 }, (_, n) => make(`Key ${n}`)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(MAX_LIVE_KEYS);
    const [refused] = made.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'You have five keys. Revoke one that you no longer use first.' },
    });
    await revoke((await list()).keys[0].id);
    expect((await make('Another')).status).toBe(200);
  });

  test.each([[''], ['  '], ['x'.repeat(61)], ['a\0b'], [7], [null]])('refuses the name %j', async (name) => {
    expect((await make(name as string)).status).toBe(400);
  });
});

test('nobody revokes the key of another user', async () => {
  const { id, key } = (await make('Website')).body;
  const other = await signIn(pool);
  expect((await revoke(id, other.cookie)).status).toBe(404);
  expect(await read(key)).toBe(200);
});
