import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { schemaSnapshot } from '../../../../tests/support/database/schema-snapshot.ts';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { migrate } from './migrate.ts';

const OLD_SCHEMA = readFileSync('tests/fixtures/migrations-0.1.sql', 'utf8');
const { replaced, baseline } = JSON.parse(readFileSync('db/migrations/baseline.json', 'utf8'));
const MIGRATIONS = readdirSync('db/migrations').filter((name) => name.endsWith('.sql'));

const { pool: fresh } = await testDatabase();

/** A database as CarQuay 0.1.0 left it, after `steps` of its migrations. */
async function oldDatabase(steps = Object.keys(replaced).length): Promise<pg.Pool> {
  const { pool } = await testDatabase('template1');
  await pool.query(
    'create table schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
  );
  await pool.query(OLD_SCHEMA);
  for (const [name, checksum] of Object.entries(replaced).slice(0, steps))
    await pool.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  return pool;
}

describe('a database with all migrations of 0.1.0', () => {
  let pool: pg.Pool;
  let ran: string[];
  beforeAll(async () => {
    pool = await oldDatabase();
    await pool.query("insert into makes (name, name_key) values ('BYD', 'byd')");
    ran = await migrate(pool);
  });

  test('has the same schema as a new one after it is migrated', async () => {
    expect(await schemaSnapshot(pool)).toEqual(await schemaSnapshot(fresh));
  });

  test('keeps its rows', async () => {
    expect((await pool.query('select name from makes')).rows).toEqual([{ name: 'BYD' }]);
  });

  test('records the baseline, and has nothing left to do', async () => {
    expect(ran).toEqual(MIGRATIONS);
    expect(await migrate(pool)).toEqual([]);
  });
});

test('refuses a database with some of the migrations of 0.1.0, and leaves it unchanged', async () => {
  const pool = await oldDatabase(30);
  await expect(migrate(pool)).rejects.toThrow(
    'The database has 30 of the 31 migrations of CarQuay 0.1.0; 0042-daily-look-at-refunds.sql is missing or was changed. ' +
      'Run "npm run migrate" of CarQuay 0.1.0 on this database, then start this version again.',
  );
  const { rows } = await pool.query('select count(*) as steps from schema_migrations where name = any($1)', [baseline]);
  expect(rows).toEqual([{ steps: 0 }]);
});

test('refuses a database in which a changed migration of 0.1.0 ran', async () => {
  const pool = await oldDatabase();
  await pool.query("update schema_migrations set checksum = '' where name = '0007-sessions.sql'");
  await expect(migrate(pool)).rejects.toThrow('0007-sessions.sql is missing or was changed');
});

test.each([
  'create index extra on users (name)',
  'drop index public_newest',
  'alter table users alter column status set default $$Active$$',
  'alter table users alter column mobile set not null',
  'alter table users alter column mobile type varchar(20)',
  'alter table users drop constraint users_status_check',
  'alter table users add column extra int',
  'alter table audit_log disable trigger audit_log_is_append_only',
  'drop trigger ledger_sums_to_zero on ledger_lines',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter sequence stock_version increment by 2',
  'grant select on users to public',
  'grant update (name) on users to public',
  'revoke execute on function refuse_change() from public',
  "comment on trigger seals_stay on seals is 'Changed.'",
  'create view extra as select 1 as x',
  "create type extra as enum ('a')",
])('the comparison of schemas notices: %s', async (change) => {
  const before = await schemaSnapshot(fresh);
  const client = await fresh.connect();
  try {
    await client.query('begin');
    await client.query(change);
    expect(await schemaSnapshot(client)).not.toEqual(before);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
