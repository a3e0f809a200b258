import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { dayFromNow, testNow } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../../tests/support/site/documents/pdf-text.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
const app = await testApp(pool);
const dayAfter = dayFromNow;

let car = 0;
let rental = 0;
let requested = 0;
beforeAll(async () => {
  [car = 0, rental = 0, requested = 0] = await addCars(pool, [
    { make: 'BYD', model: 'Seal', year: 2022, priceCents: 1_000_000 },
    { make: 'BYD', model: 'Han', offer: 'Rent' },
    { make: 'BYD', model: 'Tang', status: 'requested' },
  ]);
  await pool.query("update listings set steering = 'left', engine_cc = 1500 where id = $1", [car]);
});
beforeEach(() => pool.query('delete from request_counts'));

const make = (body: object = {}) =>
  postJson(app, '/api/landed-quotes', { listing_id: car, country: 'AE', port: 'AEJEA', ...body });
const read = (code: string) => getJson(app, `/api/landed-quotes/${code}`);
const numbers = async () =>
  (await pool.query("select n from issued_documents where kind = 'landed_cost_quote' order by n")).rows.map(
    ({ n }) => n,
  );
const priceIs = (cents: number) => pool.query('update listings set price_cents = $2 where id = $1', [car, cents]);

describe('a quote', () => {
  test('is read with its number, code and landed cost by everyone who has the code', async () => {
    const { status, body } = await make();
    expect(status).toBe(200);
    expect(body.number).toMatch(new RegExp(`^LC-${testNow().getUTCFullYear()}-\\d{6}$`));
    expect(body.code).toMatch(/^[\w-]{22}$/);
    const quote = await read(body.code);
    expect(quote.headers['x-robots-tag']).toBe('noindex');
    const query = `listing_id=${car}&country=AE`;
    const { body: cost } = await getJson(app, `/api/landed-cost?${query}&port=AEJEA`);
    const { body: check } = await getJson(app, `/api/import/check?${query}&on=${cost.on}`);
    expect(quote.body).toMatchObject({ number: body.number, listing_id: car, expired: false, port_name: 'Jebel Ali' });
    expect(quote.body.cost).toEqual({ ...cost, door: null, ports: [], new_price: null });
    expect(quote.body.check).toMatchObject({ light: check.light, sentence: check.sentence, reasons: check.reasons });
  });

  test('names the city with the way there, or whom to ask, on its page and its PDF', async () => {
    const { body } = await make({ country: 'UG', port: undefined, city: 'Kampala' });
    const { place, cost, rows } = (await read(body.code)).body;
    expect(place).toBe('Kampala, Uganda, through Mombasa');
    expect(cost.door).toMatchObject({ city: 'Kampala', cities: ['Kampala'], legs: [{ city: 'Kampala' }] });
    expect(rows).toContainEqual({ list: 'doorCosts', ids: expect.arrayContaining(['UG-inland-kampala-1']) });
    const pdf = await app.inject(`/api/landed-quotes/${body.code}/pdf`);
    const text = (await pdfPages(pdf.rawPayload)).join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('Kampala, Uganda, through Mombasa');
    expect(text).toContain('Port fees: Ask the carrier’s agent at the port.');
    expect(text).toMatch(/To Kampala, from Mombasa: At least \$[\d,]+\. Includes the landed cost at the port/);
    const without = (await make({ country: 'UG', port: undefined })).body;
    expect(without.code).not.toBe(body.code);
    expect((await read(without.code)).body).toMatchObject({ place: 'Uganda', cost: { door: null } });
  });

  test('is refused for a city of another country, and asks in a port without a way to the city', async () => {
    for (const city of ['Nairobi', 'kampala', '']) {
      const { status, body } = await make({ country: 'UG', port: undefined, city });
      expect([status, body.fields.city], city).toEqual([400, 'We don’t know a route to this city.']);
    }
    const { body } = await make({ country: 'KE', port: 'KELAU', city: 'Nairobi' });
    const quote = (await read(body.code)).body;
    expect(quote.place).toBe('Nairobi, Kenya, through Lamu');
    expect(quote.cost.door.legs).toEqual([]);
    const pdf = await app.inject(`/api/landed-quotes/${body.code}/pdf`);
    expect((await pdfPages(pdf.rawPayload)).join(' ').replace(/\s+/g, ' ')).toContain('the route from Lamu to Nairobi');
  });

  test('stays as it was when price and facts of the car change; another one then has the next number', async () => {
    const { body } = await make();
    const before = (await read(body.code)).body;
    const pdf = (await app.inject(`/api/landed-quotes/${body.code}/pdf`)).rawPayload;
    await priceIs(1_200_000);
    expect((await read(body.code)).body).toEqual(before);
    expect((await app.inject(`/api/landed-quotes/${body.code}/pdf`)).rawPayload.equals(pdf)).toBe(true);
    const next = (await make()).body;
    expect(next.code).not.toBe(body.code);
    expect((await read(next.code)).body.cost.fob.likely).toBe(12_000);
    await priceIs(1_000_000);
  });

  test('is created once by simultaneous requests, and numbers have no gap', async () => {
    await priceIs(1_300_000);
    const asked = await Promise.all(Array.from({ length: 8 }, () => make()));
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
    expect(new Set(asked.map(({ body }) => body.number)).size).toBe(1);
    await Promise.all(['KE', 'TZ', 'GE', 'NG'].map((country) => make({ country, port: undefined })));
    const given = await numbers();
    expect(given).toEqual(given.map((_, at) => at + 1));
    await priceIs(1_000_000);
  });

  test('is printed with its lines, reasons, sources, what is missing, the last day and the notice', async () => {
    const { body } = await make({ country: 'KE', port: 'KEMBA' });
    const { rawPayload, headers } = await app.inject(`/api/landed-quotes/${body.code}/pdf`);
    expect(headers['content-type']).toBe('application/pdf');
    const text = (await pdfPages(rawPayload)).join(' ').replace(/\s+/g, ' ');
    const { check, cost } = (await read(body.code)).body;
    const [reason] = check.reasons;
    for (const words of [
      body.number,
      '2022 BYD Seal',
      'Mombasa, Kenya',
      'Not allowed',
      reason.sentence,
      reason.source.title,
    ])
      expect(text).toContain(words);
    for (const words of [
      'Price of the car (FOB)',
      '$10,000',
      cost.missing[0].sentence,
      'Not legal advice',
      'Valid until',
    ])
      expect(text).toContain(words);
  });

  test('says plainly that it has expired, and can still be read', async () => {
    const { body } = await make();
    await pool.query('alter table landed_quotes disable trigger landed_quotes_stay');
    await pool.query('update landed_quotes set valid_until = $2 where code = $1', [body.code, dayAfter(-1)]);
    await pool.query('alter table landed_quotes enable trigger landed_quotes_stay');
    expect((await read(body.code)).body).toMatchObject({ expired: true, valid_until: dayAfter(-1) });
  });

  test('cannot be changed or deleted', async () => {
    await make();
    for (const sql of ['update landed_quotes set quote = $$1$$', 'delete from landed_quotes', 'truncate landed_quotes'])
      await expect(pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  });
});

test('refuses unknown cars, cars for rent, unknown countries and ports, and invalid fields one by one', async () => {
  const before = await numbers();
  for (const listing_id of [999_999, rental, requested]) expect((await make({ listing_id })).status).toBe(404);
  expect(await make({ country: 'AQ' })).toMatchObject({ status: 404, body: { fields: { country: /KE, / } } } as never);
  expect(await make({ port: 'KEMBA' })).toMatchObject({ status: 400, body: { fields: { port: expect.any(String) } } });
  const wrong = await make({ country: 'Kenya', port: 'x', buyer: 'ghost', listing_id: 'a', new_price: -1 });
  expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
    400,
    ['buyer', 'country', 'listing_id', 'new_price', 'port'],
  ]);
  for (const code of ['A'.repeat(22), `${'A'.repeat(21)}'`, '1'])
    expect([400, 404]).toContain((await read(encodeURIComponent(code))).status);
  expect(await numbers()).toEqual(before);
});

test('one network makes 20 quotes an hour', async () => {
  for (let at = 0; at < 20; at++) await make();
  expect((await make()).status).toBe(429);
});
