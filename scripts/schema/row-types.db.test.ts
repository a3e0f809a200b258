import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database/test-database.ts';
import { importedRowTypes, rowTypes } from './row-types.ts';

const { pool } = await testDatabase();

test('rows.ts has the imported types and matches the migrated database; npm run schema updates it', async () => {
  expect(readFileSync('src/lib/server/database/rows.ts', 'utf8')).toBe(await rowTypes(pool, importedRowTypes()));
});

test('types columns as the driver returns them', async () => {
  await pool.query(`create table samples (
    flag boolean, big bigint not null, share numeric(6, 4), day date, at timestamptz not null default now(),
    id integer generated always as identity, data bytea, keys text[] not null, more jsonb,
    state text check (state in ('on', 'off')), size text not null default 's' check (size in ('s', 'it is')))`);
  expect(await rowTypes(pool, new Set(['Samples']))).toContain(`export interface Samples {
  at: Date;
  big: number;
  data: Buffer | null;
  day: Date | null;
  flag: boolean | null;
  id: number;
  keys: string[];
  more: unknown | null;
  share: number | null;
  size: 's' | 'it is';
  state: 'on' | 'off' | null;
}`);
  await pool.query(
    `insert into samples (flag, big, share, day, data, keys, more) values (true, 1, 0.5, '2026-01-01', '\\x00', '{a}', '{}')`,
  );
  const { rows } = await pool.query('select * from samples');
  expect(rows).toEqual([
    {
      flag: true,
      big: 1,
      share: 0.5,
      day: expect.any(Date),
      at: expect.any(Date),
      id: 1,
      data: Buffer.from([0]),
      keys: ['a'],
      more: {},
      state: null,
      size: 's',
    },
  ]);
});

test('a new column changes the row types', async () => {
  const before = await rowTypes(pool, new Set(['Users']));
  await pool.query('alter table users add column extra integer');
  expect(await rowTypes(pool, new Set(['Users']))).not.toBe(before);
});

test('leaves out the tables that no code names', async () => {
  expect((await rowTypes(pool, new Set(['Admins']))).match(/export interface \w+/g)).toEqual([
    'export interface Admins',
  ]);
});
