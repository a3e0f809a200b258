import { beforeAll, describe, expect, test } from 'vitest';
import { insertRows, insertVersion } from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { publishTransportRates } from '#features/payments/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { clockOfShippedRules, DAY_OF_SHIPPED_RULES } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
const app = await testApp(pool, {}, undefined, false, clockOfShippedRules());
const get = (path: string, query: Record<string, string | number> = {}) =>
  getJson(
    app,
    `/api${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );

let left = 0;
let right = 0;
let rental = 0;
let requested = 0;
beforeAll(async () => {
  [left = 0, right = 0, rental = 0, requested = 0] = await addCars(pool, [
    { make: 'BYD', model: 'Seal', year: 2022, priceCents: 1_000_000 },
    { make: 'Toyota', model: 'Prado', year: 2021, priceCents: 2_000_000, carType: 'suv' },
    { make: 'BYD', model: 'Han', offer: 'Rent' },
    { make: 'BYD', model: 'Tang', status: 'requested' },
  ]);
  await pool.query("update listings set steering = 'left', engine_cc = 1500 where id = $1", [left]);
  await pool.query("update listings set steering = 'right', engine_cc = 2700 where id = $1", [right]);
});

describe('GET /api/import/check', () => {
  test('Kenya in 2026: a left-hand-drive car is red with the sourced rule, one registered before 2019 too', async () => {
    const { body } = await get('/import/check', {
      country: 'ke',
      on: '2026-11-30',
      steering: 'left',
      production: 2021,
    });
    expect(body).toMatchObject({
      country: 'KE',
      country_name: 'Kenya',
      on: '2026-11-30',
      on_is: 'given',
      light: 'red',
    });
    const prohibited = body.reasons.find((reason: { outcome: string }) => reason.outcome === 'prohibited');
    expect(prohibited).toMatchObject({ gate: 'steering', source: { url: expect.stringContaining('http') } });
    expect(body.sentence).toBe(prohibited.sentence);
    const old = { country: 'KE', on: '2026-11-30', steering: 'right', first_registration: '2018-12' };
    expect((await get('/import/check', old)).body).toMatchObject({ light: 'red', gates: { age: 'prohibited' } });
    const young = { ...old, first_registration: '2019-01' };
    expect((await get('/import/check', young)).body).toMatchObject({
      light: 'amber',
      gates: { age: 'allowed' },
      must_arrive_by: '2026-12-31',
    });
  });

  test('Kenya in 2027 has no published limit of age, so a car is amber', async () => {
    const query = { country: 'KE', on: '2027-02-01', steering: 'right', first_registration: '2019-01' };
    const { body } = await get('/import/check', query);
    expect(body.light).toBe('amber');
    expect(body.gates.age).not.toBe('allowed');
  });

  test('without a day, assesses the expected arrival where rules count it, and says how it was computed', async () => {
    const today = DAY_OF_SHIPPED_RULES;
    const { body } = await get('/import/check', { country: 'KE' });
    expect(body).toMatchObject({ on_is: 'arrival', expected: { preparation_days: 14, sailing_is: 'known' }, today });
    const days = (Date.parse(body.on) - Date.parse(today)) / 86_400_000;
    expect(days).toBe(14 + body.expected.sailing_days);
    expect(body.notice).toContain('Not legal advice');
  });

  test('reads the facts of a public listing, and only of those', async () => {
    const { body } = await get('/import/check', { country: 'KE', on: '2026-11-30', listing_id: left });
    expect(body).toMatchObject({ listing_id: left, light: 'red', gates: { steering: 'prohibited' } });
    for (const id of [requested, 999_999])
      expect((await get('/import/check', { country: 'KE', listing_id: id })).status).toBe(404);
  });

  test('a car without facts is never green', async () => {
    const { body } = await get('/import/countries');
    for (const { country } of body.countries) {
      const { body: verdict } = await get('/import/check', { country });
      expect(verdict.light, country).not.toBe('green');
      expect(verdict.sentence, country).not.toBe('');
    }
  });
});

test.each(['/import/check', '/import/charges', '/import/age', '/landed-cost', '/landed-costs'])(
  '%s refuses each invalid field, and an unknown country with the known ones',
  async (path) => {
    const own = { listing_id: left, ids: left };
    const wrong = await get(path, { ...own, country: 'Kenya', on: '2026-02-30', buyer: 'ghost' });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([400, ['buyer', 'country', 'on']]);
    const unknown = await get(path, { ...own, country: 'AQ' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    expect(unknown.body.fields.country).toContain('KE, ');
  },
);

test('facts are validated field by field', async () => {
  const { status, body } = await get('/import/check', {
    country: 'KE',
    production: '2019-13',
    engine_cc: 'big',
    fuel: 'coal',
    emission: 'best',
    conformity: 'gulf,moon',
    steering: 'middle',
  });
  expect(status).toBe(400);
  expect(Object.keys(body.fields).sort()).toEqual(
    ['conformity.1', 'emission', 'engine_cc', 'fuel', 'production', 'steering'].sort(),
  );
});

describe('GET /api/import/charges', () => {
  const kenya = { country: 'KE', on: '2026-11-30', currency: 'KES', new_price: 3_246_679.16, first_registration: 2020 };

  test('returns the lines with their sources, and sums to the cent', async () => {
    const { status, body } = await get('/import/charges', { ...kenya, fuel: 'petrol', engine_cc: 1600, cif: 900_000 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ country: 'KE', currency: 'KES', local_currency: 'KES', rate: 1 });
    const costs = body.lines.filter((line: { kind: string }) => line.kind !== 'value');
    expect(costs.length).toBeGreaterThan(3);
    for (const line of body.lines) {
      expect(line.source, line.code).toMatchObject({ title: expect.any(String), kind: expect.any(String) });
      expect(line.low <= line.likely && line.likely <= line.high, line.code).toBe(true);
    }
    const cents = (side: string) =>
      costs.reduce((sum: number, line: Record<string, number>) => sum + Math.round(line[side]! * 100), 0);
    if (body.total)
      for (const side of ['low', 'likely', 'high']) expect(Math.round(body.total[side] * 100), side).toBe(cents(side));
    else expect(body.missing).not.toEqual([]);
  });

  test('takes the rate of the caller, and without any says that it is missing', async () => {
    const query = { ...kenya, currency: 'USD', new_price: 25_000, cif: 7_000, fuel: 'petrol', engine_cc: 1600 };
    const { body } = await get('/import/charges', { ...query, rate: 129.5 });
    expect(body).toMatchObject({ rate: 129.5, rate_date: null, local_currency: 'KES' });
    const duty = body.lines.find((line: { code: string }) => line.code === 'importDuty');
    expect(duty.local.likely).toBeCloseTo(duty.likely * 129.5, -1);
    const without = await get('/import/charges', query);
    // The shipped rate is old, so amounts in shillings are a range.
    expect(without.body).toMatchObject({ rate: 129.6747, rate_date: '2026-09-29' });
    const local = without.body.lines.find((line: { code: string }) => line.code === 'importDuty').local;
    expect(local.low).toBeLessThan(local.likely);
  });

  test('names what is missing in place of a total', async () => {
    const { body } = await get('/import/charges', { country: 'KE', on: '2026-11-30', cif: 7_000 });
    expect(body).toMatchObject({ total: null, shown_as: 'none' });
    expect(body.missing.map(({ sentence }: { sentence: string }) => sentence).every(Boolean)).toBe(true);
    expect(body.missing.length).toBeGreaterThan(0);
  });
});

test('GET /api/import/age returns each counted age with its method', async () => {
  const { body } = await get('/import/age', { country: 'TZ', on: '2026-11-30', production: '2017-05' });
  expect(body.ages.length).toBeGreaterThan(0);
  for (const age of body.ages) expect(age).toMatchObject({ method: expect.any(String), used_by: [expect.any(String)] });
  expect(
    body.ages.some(({ least, from }: { least: number; from: string }) => from === 'production' && least === 9),
  ).toBe(true);
});

test('GET /api/import/countries lists at least 40 countries with a verdict, with ports', async () => {
  const { body } = await get('/import/countries');
  expect(body.countries.filter(({ rules }: { rules: number }) => rules > 0).length).toBeGreaterThanOrEqual(40);
  const kenya = body.countries.find(({ country }: { country: string }) => country === 'KE');
  expect(kenya).toMatchObject({
    name: 'Kenya',
    currency: 'KES',
    ports: expect.arrayContaining([{ code: 'KEMBA', name: 'Mombasa' }]),
  });
});

describe('freight that we charge', () => {
  type Rate = { country: string; port: string; freight: number };
  const save = async (...rates: Rate[]) => {
    const { cookie } = await signInAdmin(pool);
    const { seen } = (await getJson(app, '/api/admin/transport-rates', cookie)).body;
    const cells = { place: '', inspection_cents: 0, insurance_bps: 35, inland_cents: null };
    const body = {
      seen,
      rates: rates.map(({ country, port, freight }) => ({ ...cells, country, port, freight_cents: freight })),
    };
    const saved = await postJson(app, '/api/admin/transport-rates', body, { cookie, method: 'PUT' });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  };
  const freight = async (country: string, port: string | null) => {
    const { body } = await get('/landed-cost', { country, listing_id: left, ...(port !== null && { port }) });
    const part = body.parts.find(({ code }: { code: string }) => code === 'freight');
    if (!part) return 'none';
    const { low, likely, high, confidence, source } = part;
    return confidence === 'offer' ? [low, likely, high, source.title] : 'estimate';
  };

  test('counts in landed costs before the prices of other sources, until it changes or ends', async () => {
    expect(await freight('KE', 'KEMBA')).toBe('estimate');
    const other = { country: 'TZ', port: 'TZDAR', freight: 170_000 };
    await save({ country: 'KE', port: 'KEMBA', freight: 150_050 }, other);
    expect(await freight('KE', 'KEMBA')).toEqual([1_500.5, 1_500.5, 1_500.5, 'Our rates']);
    expect(await freight('UG', null)).toBe('estimate');
    await save({ country: 'KE', port: 'KEMBA', freight: 160_000 }, other);
    expect((await freight('KE', 'KEMBA'))[1]).toBe(1_600);
    await save(other);
    expect(await freight('KE', 'KEMBA')).toBe('estimate');
    expect((await freight('TZ', 'TZDAR'))[1]).toBe(1_700);
    await save({ country: 'KE', port: 'KEMBA', freight: 155_000 });
    expect((await freight('KE', 'KEMBA'))[1]).toBe(1_550);
  });

  test('uses the price of a union for its members, and any transit port for a landlocked country', async () => {
    const union = { country: 'EU', port: 'DEBRV', freight: 120_000 };
    await save(union, { country: 'UG', port: 'KEMBA', freight: 180_000 });
    expect((await freight('DE', 'DEBRV'))[1]).toBe(1_200);
    expect((await freight('UG', null))[1]).toBe(1_800);
    await save(union, { country: 'DE', port: 'DEHAM', freight: 130_000 });
    expect(await freight('DE', 'DEBRV')).toBe('none');
    expect((await freight('DE', 'DEHAM'))[1]).toBe(1_300);
  });

  test('is published once, and nothing else is without two people', async () => {
    await save({ country: 'KE', port: 'KEMBA', freight: 150_000 });
    expect(await withTransaction(pool, (db) => publishTransportRates(db, clockOfShippedRules().now()))).toBe(0);
    const version = { reason: 'own freight', proposedBy: null, approvedBy: null };
    const record = { id: 'port-1', origin: 'CN', destination: 'port:KEMBA' };
    const publishing = withTransaction(pool, async (db) =>
      insertRows(db, [{ list: 'freight', id: 'port-1', record }], await insertVersion(db, version)),
    );
    await expect(publishing).rejects.toThrow(
      'a version of fetched exchange rates, of our own freight or of our sailings has no other rows',
    );
    await save();
  });
});

describe('GET /api/landed-cost', () => {
  test('adds price, our charges, freight, insurance and charges once, and compares ports', async () => {
    const { body } = await get('/landed-cost', { country: 'AE', listing_id: left, port: 'AEJEA', on: '2026-11-30' });
    expect(body).toMatchObject({ port: 'AEJEA', mode: 'roro', currency: 'USD', fob: { likely: 10_000 } });
    expect(body.carquay).toEqual({ tax: 800, registration_fee: 300 });
    const part = (code: string) => body.parts.find((each: { code: string }) => each.code === code);
    expect(part('carquay')).toMatchObject({ likely: 1_100, paid_to: 'carquay' });
    expect(part('freight').source.title).not.toBe('');
    expect(body.cfr.likely).toBeCloseTo(10_000 + part('freight').likely, 2);
    expect(body.cif.likely).toBeCloseTo(body.cfr.likely + part('insurance').likely, 2);
    expect(body.ports[0].port).toBe('AEJEA');
    expect(body.ports.length).toBe(5);
    if (body.total)
      for (const side of ['low', 'likely', 'high'])
        expect(body.total[side], side).toBeCloseTo(body.cif[side] + 1_100 + body.charges.total[side], 2);
    else expect(body.missing).not.toEqual([]);
    expect(body.not_included.length).toBeGreaterThan(0);
  });

  test('refuses cars for rent and cars that are not public', async () => {
    for (const id of [rental, requested, 999_999])
      expect((await get('/landed-cost', { country: 'KE', listing_id: id })).status).toBe(404);
  });
});

test('without a port, counts with the first one of the country', async () => {
  const { body } = await get('/landed-cost', { country: 'KE', listing_id: right, on: '2026-11-30' });
  expect(body.port).toBe('KEMBA');
  const named = await get('/landed-costs', { country: 'KE', ids: right, on: '2026-11-30', port: 'KEMBA' });
  const { body: several } = await get('/landed-costs', { country: 'KE', ids: right, on: '2026-11-30' });
  expect(several).toEqual(named.body);
});

describe('exchange rates and the price as new', () => {
  const today = DAY_OF_SHIPPED_RULES;
  const kenya = (more = {}) => ({ country: 'KE', listing_id: right, on: '2026-11-30', ...more });

  async function publishRate(perUsd: string, date: string) {
    await withTransaction(pool, async (db) => {
      const version = await insertVersion(db, { reason: 'seed', proposedBy: null, approvedBy: null });
      await insertRows(
        db,
        [{ list: 'rates', id: `KES-${date}`, record: { currency: 'KES', perUsd, date, source: 'Central Bank' } }],
        version,
      );
    });
    // A write makes the process look for new rules.
    await app.inject({ method: 'POST', url: '/api/import/mistakes' });
  }
  const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

  test('without a usable rate, charges in shillings stand in shillings, and the rest is a sum of what is known', async () => {
    const late = await testApp(pool, {}, undefined, false, { now: () => new Date('2027-02-15T12:00:00Z') });
    const query = { listing_id: right, country: 'KE', port: 'KEMBA', new_price: 5_000_000, new_price_currency: 'KES' };
    const { body } = await getJson(
      late,
      `/api/landed-cost?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    );
    expect(body.charges).toMatchObject({ rate: null, rate_date: null, total: null });
    const value = body.charges.local_lines.find(({ code }: { code: string }) => code === 'customsValue');
    expect(value.local.high).toBeGreaterThan(500_000);
    expect(body.charges.local_lines.map(({ code }: { code: string }) => code)).toContain('validation');
    expect(body.missing).toContainEqual(
      expect.objectContaining({ what: 'rate', name: 'charges in KES', sentence: expect.stringContaining('KES') }),
    );
    expect(body.missing.filter(({ what }: { what: string }) => what === 'newPrice')).toEqual([]);
    expect(body.total).toBeNull();
    const known = body.parts.reduce((sum: number, { low }: { low: number }) => sum + low, 0);
    expect(body.at_least).toBeCloseTo(known, 2);
  });

  test('an old rate says its day', async () => {
    await publishRate('120', daysAgo(8));
    const { body } = await get('/landed-costs', { country: 'KE', ids: right });
    expect(body).toMatchObject({ local_currency: 'KES', rate: 120, rate_date: daysAgo(8) });
    expect(body.items[0]).toMatchObject({
      landed: null,
      lacks: expect.arrayContaining(['List price without taxes and margin']),
    });
    expect(body.items[0].at_least).toBeGreaterThan(20_000);
  });

  test('shows the price in shillings and US dollars with the date of the current rate', async () => {
    await publishRate('129.5', today);
    const { body } = await get('/landed-costs', { country: 'KE', ids: `${left},${right}` });
    expect(body).toMatchObject({ currency: 'USD', local_currency: 'KES', rate: 129.5, rate_date: today });
    expect(body.items.map(({ local }: { local: { price: number } }) => local.price)).toEqual([1_295_000, 2_590_000]);
  });

  test('the price as new completes the charges of Kenya, in any currency with a rate', async () => {
    await pool.query("update listings set fuel_type = 'petrol', first_registration_month = '2021-03' where id = $1", [
      right,
    ]);
    const without = (await get('/landed-cost', kenya())).body;
    expect(without.missing).toContainEqual(expect.objectContaining({ what: 'newPrice', code: 'priceWithoutTaxes' }));
    expect(without.new_price).toMatchObject({ given: null, used_by: ['List price without taxes and margin'] });
    expect(without.new_price.sources.length).toBeGreaterThan(0);
    const { body } = await get('/landed-cost', kenya({ new_price: 12_950_000, new_price_currency: 'KES' }));
    expect(body.new_price.given).toEqual({ amount: 12_950_000, currency: 'KES' });
    expect(body.missing).toEqual([]);
    expect(body.total.low).toBeLessThanOrEqual(body.total.high);
    expect(body.local.total.high).toBeCloseTo(body.total.high * 129.5, 0);
    expect((await get('/landed-cost', kenya({ new_price: 100_000 }))).body.total).toEqual(body.total);
    const other = await get('/landed-cost', kenya({ new_price: 100_000, new_price_currency: 'shilling' }));
    expect([other.status, Object.keys(other.body.fields)]).toEqual([400, ['new_price_currency']]);
    const emirates = await get('/landed-cost', kenya({ country: 'AE' }));
    expect(emirates.body.new_price).toBeNull();
  });

  test('each part of the journey says how sure it is', async () => {
    const { body } = await get('/landed-cost', kenya({ country: 'AE' }));
    const confidence = Object.fromEntries(
      body.parts.map((part: { code: string; confidence: string | null }) => [part.code, part.confidence]),
    );
    expect(confidence).toMatchObject({
      car: null,
      carquay: null,
      freight: expect.any(String),
      insurance: expect.any(String),
    });
  });
});

describe('GET /api/landed-costs', () => {
  test('answers for public cars for sale in the order of the ids, like the calls for one', async () => {
    const ids = [right, requested, rental, left, right].join(',');
    const { body } = await get('/landed-costs', { country: 'KE', ids, on: '2026-11-30', port: 'KEMBA' });
    expect(body.items.map((item: { listing_id: number }) => item.listing_id)).toEqual([right, left]);
    for (const item of body.items) {
      const query = { country: 'KE', listing_id: item.listing_id, on: '2026-11-30', port: 'KEMBA' };
      const { body: one } = await get('/landed-cost', query);
      expect(item).toMatchObject({
        light: one.light,
        sentence: one.sentence,
        landed: one.total,
        shown_as: one.shown_as,
      });
      expect(item.missing.length).toBe(one.missing.length);
      expect(one.light).toBe((await get('/import/check', query)).body.light);
    }
  });

  test('takes 50 ids and refuses 51', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
    expect((await get('/landed-costs', { country: 'KE', ids: ids(50) })).status).toBe(200);
    expect((await get('/landed-costs', { country: 'KE', ids: ids(51) })).body.fields).toHaveProperty('ids');
  });
});
