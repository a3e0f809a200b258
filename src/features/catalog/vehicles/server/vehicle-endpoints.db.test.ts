import { expect, test } from 'vitest';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const { cookie } = await signIn(pool);
const ask = (vin: string, query = '') => getJson(app, `/api/vin/${encodeURIComponent(vin)}${query}`, cookie);

test('decodes a VIN and returns the catalog name of its make', async () => {
  expect(await ask(' lgxce6cb 0r0123456', '?make=byd&year=2024')).toMatchObject({
    status: 200,
    body: {
      flag: '1',
      vin: 'LGXCE6CB0R0123456',
      valid: true,
      problem: null,
      suggestion: null,
      checkDigit: 'fits',
      warning: null,
      maker: 'BYD Auto',
      make: 'BYD',
      makes: expect.arrayContaining(['BYD', 'Denza']),
      country: 'China',
      years: [2024],
      conflicts: [],
    },
  });
});

test('reports conflicts as sentences with status 200', async () => {
  const { status, body } = await ask('LGXCE6CB1R0123456', '?make=Toyota&year=2019');
  expect([status, body.valid, body.checkDigit]).toEqual([200, true, 'differs']);
  expect(body.warning).toContain('9th character is 1, but the others require 0');
  expect(body.conflicts).toEqual([
    'This VIN belongs to BYD Auto, but the make entered is Toyota.',
    'This VIN is for model year 2024, but the year entered is 2019.',
  ]);
});

test('requires no check digit for a European VIN, and ignores an unknown make', async () => {
  expect((await ask('WVWZZZ1KZ6W612305', '?make=Wanderer&year=')).body).toMatchObject({
    valid: true,
    checkDigit: 'not-required',
    warning: null,
    make: 'Volkswagen',
    country: 'Germany',
    conflicts: [],
  });
});

test('rejects an invalid VIN with a message and a suggestion', async () => {
  expect((await ask('LGXCE6CBOR0123456')).body).toEqual({
    flag: '1',
    vin: 'LGXCE6CBOR0123456',
    valid: false,
    problem: 'A VIN never contains the letters I, O or Q. They are the digits 1 and 0.',
    suggestion: 'LGXCE6CB0R0123456',
    checkDigit: 'not-required',
    warning: null,
    maker: null,
    make: null,
    makes: [],
    country: null,
    years: [],
    conflicts: [],
  });
  for (const typed of ['N/A', '<script>alert(1)</script>', "' OR '1'='1' --", '\0']) {
    expect((await ask(typed)).body, typed).toMatchObject({ valid: false, vin: typed, maker: null });
  }
});

test('does not compare an incomplete year, and rejects texts that are too long', async () => {
  expect((await ask('LGXCE6CB0R0123456', '?year=201')).body.conflicts).toEqual([]);
  expect((await ask('L'.repeat(81))).status).toBe(400);
  expect((await ask('LGXCE6CB0R0123456', `?make=${'a'.repeat(61)}`)).status).toBe(400);
});

test('requires a session and allows 120 requests, then returns 429', async () => {
  expect((await getJson(app, '/api/vin/LGXCE6CB0R0123456')).status).toBe(401);
  await pool.query('delete from request_counts');
  const statuses = [];
  for (let time = 0; time < 121; time++) statuses.push((await ask('LGXCE6CB0R0123456')).status);
  expect(statuses.slice(0, 120)).toEqual(Array(120).fill(200));
  expect(statuses[120]).toBe(429);
});
