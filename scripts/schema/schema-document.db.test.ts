import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database/test-database.ts';
import { schemaDocument } from './schema-document.ts';

const { pool } = await testDatabase();

test('docs/schema.md describes the migrated database; npm run schema updates it', async () => {
  expect(readFileSync('docs/schema.md', 'utf8')).toBe(await schemaDocument(pool));
});

test('every table, trigger and function has a comment', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and obj_description(oid, 'pg_class') is null
    union all
    select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and obj_description(pg_trigger.oid, 'pg_trigger') is null
    union all
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
  expect(rows).toEqual([]);
});

test('a changed comment changes the document', async () => {
  const before = await schemaDocument(pool);
  await pool.query("comment on trigger seals_stay on seals is 'Changed.'");
  expect(await schemaDocument(pool)).not.toBe(before);
});
