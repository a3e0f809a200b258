import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { migrate } from './migrate.ts';
import { openPool } from './postgres.ts';
import { grantRows, migrateForSite } from './site-role.ts';

const { pool: owner, url } = await testDatabase();
const role = `site_${randomBytes(4).toString('hex')}`;
const siteUrl = Object.assign(new URL(url), { username: role, password: 'of-a-test' }).href;
await owner.query(`create role ${role} login password 'of-a-test'`);
await grantRows(owner, siteUrl);
const site = await openPool(siteUrl);
afterAll(() => site.end());

beforeAll(() => owner.query("insert into audit_log (actor_kind, action) values ('system', 'made')"));

test('the site role can read and write rows', async () => {
  await site.query('insert into request_counts select * from request_counts where false');
  await site.query('delete from request_counts');
  expect((await site.query('select count(*)::int as entries from audit_log')).rows).toEqual([{ entries: 1 }]);
});

test.each([
  'create table loot (id int)',
  'drop table reviews',
  'truncate reviews',
  'alter table audit_log disable trigger all',
  'alter table listings add column loot int',
  'create or replace function loot() returns int language sql as $$select 1$$',
  "update schema_migrations set checksum = ''",
  'set session_replication_role = replica',
  'set role carquay',
  "copy audit_log to program 'cat'",
])('the site role cannot run: %s', async (statement) => {
  await expect(site.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the site role can run migrate on an up-to-date schema', async () => {
  expect(await migrate(site)).toEqual([]);
});

test('a new table is open to the site role before the migrations have ended', async () => {
  await migrateForSite(owner, siteUrl);
  await owner.query('create table early (id bigint generated always as identity primary key)');
  await site.query('insert into early default values');
});

test('the site role can vacuum the tables of waiting changes without warnings', async () => {
  const notices: string[] = [];
  const client = await site.connect();
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.query('vacuum listing_count_changes');
  await client.query('vacuum ledger_unfolded');
  client.release(true);
  expect(notices).toEqual([]);
});

test('changes no rights if the site role owns the tables', async () => {
  await grantRows(owner, url);
  await owner.query('update schema_migrations set checksum = checksum');
});

test('an owner without other rights migrates and grants although another role owns a table in the schema', async () => {
  const name = `owner_${randomBytes(4).toString('hex')}`;
  await owner.query(`create role ${name} login password 'of-a-test'`);
  await owner.query(`create database ${name} owner ${name}`);
  const lesser = await openPool(Object.assign(new URL(siteUrl), { username: name, pathname: name }).href);
  const superuser = await openPool(Object.assign(new URL(url), { pathname: name }).href);
  await migrate(lesser);
  await superuser.query('create view statistics_of_somebody as select 1 as calls');
  await grantRows(lesser, siteUrl);
  const { rows } = await superuser.query(
    "select has_table_privilege($1, 'listings', 'insert') as listings, has_table_privilege($1, 'statistics_of_somebody', 'select') as other",
    [role],
  );
  expect(rows).toEqual([{ listings: true, other: false }]);
  await Promise.all([lesser.end(), superuser.end()]);
  await owner.query(`drop database ${name}`);
});
