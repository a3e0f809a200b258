import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** Holds an order like a watch-list match, and returns a function that clears the hold. */
export async function holdByWatchList(pool: pg.Pool, orderId: number, adminId: number): Promise<() => Promise<void>> {
  const { rows } = await pool.query(
    `with entry as (
       insert into watch_entries (kind, name, reason, added_by) values ('party', 'Somebody Else', 'A test.', $2) returning id
     ) insert into watch_hits (order_id, entry_id, role, pair_hash) select $1, id, 'buyer', $3 from entry returning id`,
    [orderId, adminId, randomBytes(32)],
  );
  return async () => {
    await pool.query(
      "update watch_hits set cleared_by = $2, cleared_at = now(), clear_reason = 'Another person.' where id = $1",
      [rows[0].id, adminId],
    );
  };
}
