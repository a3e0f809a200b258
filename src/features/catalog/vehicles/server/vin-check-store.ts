import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const COUNT = statement(`
  insert into vin_checks (day, checks) values ((now() at time zone 'UTC')::date, 1)
  on conflict (day) do update set checks = vin_checks.checks + 1`);

/** Adds one to the VIN checks of today. */
export async function countVinCheck(db: Queryable): Promise<void> {
  await rowsOf(db, COUNT, []);
}
