import type pg from 'pg';
import { signInAdmin } from '../data/accounts.ts';

const seconds = new WeakMap<pg.Pool, Promise<number>>();

/** Lets a second person confirm the statement of lines, so that any amount of them can be matched. Support is emailed nothing about money. */
export async function confirmStatement(pool: pg.Pool, lines: number[]): Promise<void> {
  const second = seconds.get(pool) ?? signInAdmin(pool, { role: 'support' }).then(({ id }) => id);
  seconds.set(pool, second);
  await pool.query(
    `insert into statement_confirmations (statement_id, confirmed_by)
     select distinct statement_id, $2::bigint from statement_lines where id = any($1) on conflict do nothing`,
    [lines, await second],
  );
}
