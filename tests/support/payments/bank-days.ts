import type pg from 'pg';
import { signInAdmin } from '../data/accounts.ts';

/** Makes every day a bank day, which gives holds the same length on every weekday. */
export async function openBanksEveryDay(pool: pg.Pool): Promise<void> {
  const { id } = await signInAdmin(pool);
  await pool.query(
    `insert into bank_days (day, is_open, name, saved_by)
     select day, true, 'a day of tests', $1 from generate_series(current_date - 2, current_date + 100, interval '1 day') day`,
    [id],
  );
}
