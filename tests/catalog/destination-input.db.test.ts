import { expect, test } from 'vitest';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { getJson, testApp } from '../support/server/test-app.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
await addCars(pool, [{ make: 'Toyota', model: 'Corolla', year: 2021 }]);
const app = await testApp(pool);
const LISTS = ['/api/listings/listings', '/api/listings/search?q=toyota'];

test.each([
  ['to=XX', 'to'],
  ['to=XX&sortBy=price', 'to'],
  ['to=KENYA', 'to'],
  ['to=2026-02-30', 'to'],
  ['to=KE&rentSell=Rent', 'to'],
  ['to=KE&port=TZDAR', 'port'],
  ['to=UG&port=KEMBA', 'port'],
  ['to=KE&mayImport=red', 'mayImport'],
  ['to=KE&maxLanded=-1', 'maxLanded'],
  ['to=KE&minLanded=100000000', 'minLanded'],
  ['to=KE&maxLanded=1e3', 'maxLanded'],
  ['to=KE&maxLanded=NaN', 'maxLanded'],
  ['to=KE&buyer=king', 'buyer'],
  ['mayImport=green', 'mayImport'],
  ['maxLanded=9000', 'maxLanded'],
  ['sortBy=landed', 'sortBy'],
])('a list with %s is refused with the parameter, and not cached', async (query, field) => {
  for (const list of LISTS) {
    const { status, body, headers } = await getJson(app, `${list}${list.includes('?') ? '&' : '?'}${query}`);
    expect([status, headers['cache-control']], list).toEqual([400, 'no-cache']);
    expect(Object.keys(body.fields), list).toContain(field);
  }
});
