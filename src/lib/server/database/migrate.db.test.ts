import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../tests/support/runner/scratch-folder.ts';
import { migrate } from './migrate.ts';

const { pool } = await testDatabase();
const scratch = await scratchFolder();
let folder: string;
let made = 0;
const add = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

beforeEach(async () => {
  folder = mkdtempSync(join(scratch, 'migrations-'));
  made++;
  await pool.query('delete from schema_migrations');
});

test('runs each file once, in order', async () => {
  add(`2-${made}.sql`, `insert into m${made} values (1)`);
  add(`1-${made}.sql`, `create table m${made} (x int)`);
  expect(await migrate(pool, folder)).toEqual([`1-${made}.sql`, `2-${made}.sql`]);
  expect(await migrate(pool, folder)).toEqual([]);
  add(`3-${made}.sql`, `insert into m${made} values (2)`);
  expect(await migrate(pool, folder)).toEqual([`3-${made}.sql`]);
  expect((await pool.query(`select count(*) as rows from m${made}`)).rows[0].rows).toBe(2);
});

test('runs a file once when several processes migrate simultaneously', async () => {
  add(`1-${made}.sql`, `create table m${made} (x int); select pg_sleep(0.1)`);
  const ran = await Promise.all([migrate(pool, folder), migrate(pool, folder), migrate(pool, folder)]);
  expect(ran.flat()).toEqual([`1-${made}.sql`]);
});

test('rolls back a failing file and names it in the error', async () => {
  add(`1-${made}.sql`, `create table m${made} (x int); select 1 / 0`);
  await expect(migrate(pool, folder)).rejects.toThrow(`The migration 1-${made}.sql failed: division by zero.`);
  expect((await pool.query(`select to_regclass('m${made}') as made`)).rows[0].made).toBeNull();
});

test('throws if a file was changed after it ran', async () => {
  add(`1-${made}.sql`, `create table m${made} (x int)`);
  await migrate(pool, folder);
  add(`1-${made}.sql`, `create table m${made} (x bigint)`);
  await expect(migrate(pool, folder)).rejects.toThrow('was changed after it ran');
});
