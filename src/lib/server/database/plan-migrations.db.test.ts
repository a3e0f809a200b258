import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../tests/support/runner/scratch-folder.ts';
import { migrate } from './migrate.ts';
import { planLines, planMigrations } from './plan-migrations.ts';
import { statementsOf } from './statements-of.ts';

const { pool } = await testDatabase();
const scratch = await scratchFolder();

const folderOf = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(scratch, 'migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
};

test('the plan names the locks on tables that exist, and changes nothing', async () => {
  await pool.query(
    'create table parts (id int, name text); insert into parts select n, n::text from generate_series(1, 500) n; analyze parts',
  );
  const folder = folderOf({
    '901-parts.sql': `-- an index; not now
      create index parts_by_id on parts (id);
      create table makers (id int primary key, note text default 'a; b');
      create index makers_by_note on makers (note);`,
    '902-parts.sql': `alter table parts add column maker int;
      alter table parts add constraint has_id check (id > 0);
      alter table parts add constraint has_name check (name <> '') not valid;
      alter table parts validate constraint has_name;
      alter table parts alter column id type bigint;
      update parts set maker = 1;
      create function nothing() returns void language sql as $$ delete from parts; $$;`,
    '903-makers.sql': 'insert into makers values (1)',
  });
  expect(planLines(await planMigrations(pool, folder))).toEqual([
    '901-parts.sql',
    '  parts (about 500 rows): no writes while all rows are read',
    '902-parts.sql',
    '  parts (about 500 rows): no reads or writes for a moment',
    '  parts (about 500 rows): no reads or writes while all rows are read',
    '  parts (about 500 rows): reads all rows, locks nothing',
    '  parts (about 500 rows): no reads or writes while all rows are rewritten',
    '  parts (about 500 rows): writes rows, which others cannot change meanwhile',
    '903-makers.sql',
    '  touches no existing table',
  ]);
  expect((await pool.query("select to_regclass('makers') as made")).rows[0].made).toBeNull();
});

test('an up-to-date database has an empty plan', async () => {
  expect(planLines(await planMigrations(pool))).toEqual(['The schema is up to date.']);
});

test('statements are split outside of strings, comments and bodies', () => {
  const sql = `select ';', "a;b" -- c; d
    /* e; f */ from t; do $x$ begin; end $x$;`;
  expect(statementsOf(sql)).toEqual(["select '', '' from t", "do ''"]);
});

test('a migration that waits for a table in use gives up soon, lets others read it, and is tried again', async () => {
  await pool.query('create table busy (id int)');
  const folder = folderOf({ '904-busy.sql': 'alter table busy add column name text' });
  const reader = await pool.connect();
  await reader.query('begin; select * from busy');
  const migrating = migrate(pool, folder, { lockTimeoutMs: 50, tries: 100, pauseMs: 100 });
  for (let read = 0; read < 5; read++) await pool.query('select count(*) from busy');
  await reader.query('commit');
  reader.release();
  expect(await migrating).toEqual(['904-busy.sql']);
});

test('a table that stays in use ends in one sentence', async () => {
  await pool.query('create table taken (id int)');
  const folder = folderOf({ '905-taken.sql': 'alter table taken add column name text' });
  const reader = await pool.connect();
  await reader.query('begin; select * from taken');
  const migrating = migrate(pool, folder, { lockTimeoutMs: 20, tries: 2, pauseMs: 10 });
  await expect(migrating).rejects.toThrow(
    'The migration 905-taken.sql failed: a table that it changes was in use all the time.',
  );
  await reader.query('commit');
  reader.release();
});

test('a file that runs step by step may create indexes without a lock', async () => {
  await pool.query('create table steps (id int)');
  const folder = folderOf({
    '906-steps.sql': `-- step by step
      drop index concurrently if exists steps_by_id;
      create index concurrently steps_by_id on steps (id);
      alter table steps add column name text default ';';`,
  });
  expect(await migrate(pool, folder)).toEqual(['906-steps.sql']);
  expect((await pool.query("select to_regclass('steps_by_id') is not null as made")).rows[0].made).toBe(true);
});
