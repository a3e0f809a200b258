import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { SIMPLIFIED_PAIRS } from '#content/characters/simplified.ts';
import { CHINA } from '#content/places/china.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';

let pool: pg.Pool;
beforeAll(async () => {
  ({ pool } = await testDatabase());
});

test('search and the columns of cars know the same provinces and cities', async () => {
  const { rows } = await pool.query<{ key: string; value: string }>('select * from jsonb_each_text(place_words())');
  const known = rows.flatMap(({ key, value }) => (/^\p{Script=Han}+$/u.test(key) ? [`${value} ${key}`] : [])).sort();
  const named = CHINA.flatMap(([province, chinese, cities]) => [
    `${province} ${chinese}`,
    ...cities.split(', ').flatMap((city) => (city === '' ? [] : [`${province}/${city}`])),
  ]);
  expect(named.sort()).toEqual(known);
});

test('every traditional form of the characters of a place is converted as the names of cars are', async () => {
  const signs = [...new Set(CHINA.flatMap(([, chinese, cities]) => [...chinese, ...cities]))].join('');
  const forms = SIMPLIFIED_PAIRS.trim()
    .split('\n')
    .flatMap((line) => [...line].flatMap((from, at, all) => (at % 2 === 0 ? [[from, all[at + 1] ?? '']] : [])))
    .filter(([from = '', to = '']) => signs.includes(to) && !signs.includes(from));
  const { rows } = await pool.query('select simplified_place($1) as text', [forms.map(([from]) => from).join('')]);
  expect(rows[0].text).toBe(forms.map(([, to]) => to).join(''));
});

test('the migration computes the places of stored cars again', async () => {
  const [id] = await addCars(pool, [{ make: 'BYD', model: 'Seal', location: '廣東省廣州市' }]);
  await pool.query(
    'create or replace function simplified_place(location text) returns text language sql immutable strict return location',
  );
  await pool.query('update listings set location = location');
  const province = async () => (await pool.query('select province, city from listings where id = $1', [id])).rows[0];
  expect(await province()).toEqual({ province: null, city: '廣東省廣州' });
  const [functions = '', batches = ''] = readFileSync('db/migrations/241-traditional-places.sql', 'utf8').split(
    '-- Computes province',
  );
  await pool.query(functions);
  await pool.query(`-- ${batches}`);
  expect(await province()).toEqual({ province: 'Guangdong', city: 'Guangzhou' });
});
