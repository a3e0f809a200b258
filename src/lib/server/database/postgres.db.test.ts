import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { anyOf, rowsOf, statement } from './postgres.ts';

const { pool } = await testDatabase();

test('a statement with any of some ids is planned once, not for every call', async () => {
  await pool.query('create table planned (id bigint primary key)');
  await pool.query('insert into planned select generate_series(1, 10000); analyze planned');
  const find = statement(`select id from planned where id = ${anyOf('$1')} order by id`);
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = auto');
    for (let call = 1; call <= 9; call++)
      expect(await rowsOf(client, find, [[call, call + 1, -1]])).toEqual([{ id: call }, { id: call + 1 }]);
    const { rows } = await client.query(
      'select custom_plans, generic_plans from pg_prepared_statements where name = $1',
      [find.name],
    );
    // PostgreSQL makes five plans before it compares them.
    expect(rows).toEqual([{ custom_plans: 5, generic_plans: 4 }]);
  } finally {
    client.release();
  }
});
