import { expect, test } from 'vitest';
import { addUser } from '../data/accounts.ts';
import { runAfterFile } from '../runner/after-file.ts';
import { testDatabase } from './test-database.ts';

test('the next file gets the database without the rows of the one before, and the one before can no longer use it', async () => {
  const first = await testDatabase();
  const { id } = await addUser(first.pool);
  const terms = 'select * from order_terms order by version';
  const { rows: ofMigrations } = await first.pool.query(terms);
  const client = await first.pool.connect();
  await client.query(
    `set statement_timeout = '1h'; set session_replication_role = replica; update order_terms set reason = 'Changed'`,
  );
  client.release();
  await runAfterFile();
  await expect(first.pool.query('select 1')).rejects.toThrow('after calling end');
  const second = await testDatabase();
  expect(second.url).toBe(first.url);
  expect((await second.pool.query('select 1 from users')).rows).toEqual([]);
  expect((await second.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }]);
  expect((await addUser(second.pool)).id).toBe(id);
  expect((await second.pool.query(terms)).rows).toEqual(ofMigrations);
  await second.pool.query('create table left_over ()');
  await runAfterFile();
  expect((await testDatabase()).url, 'a changed schema is not reused').not.toBe(second.url);
});
