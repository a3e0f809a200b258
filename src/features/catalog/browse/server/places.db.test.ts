import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { CHINA } from '#content/places/china.ts';
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
