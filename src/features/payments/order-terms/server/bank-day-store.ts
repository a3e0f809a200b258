import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { BankDays } from '../model/bank-days.ts';

const FROM = statement('select day::text, is_open from bank_days where day between $1::date and $1::date + 400');

/** Returns the holidays and worked weekend days from a day on. */
export async function bankDaysFrom(db: Queryable, day: string): Promise<BankDays> {
  const rows = await rowsOf<{ day: string; is_open: boolean }>(db, FROM, [day]);
  return new Map(rows.map((row) => [row.day, row.is_open]));
}

export type SavedDay = { day: string; isOpen: boolean; name: string };

const OF_YEAR = statement(`
  select day::text, is_open as "isOpen", name from bank_days where extract(year from day) = $1 order by day`);
const YEARS = statement('select distinct extract(year from day)::int as year from bank_days order by 1');

export function bankDaysOf(db: Queryable, year: number): Promise<SavedDay[]> {
  return rowsOf<SavedDay>(db, OF_YEAR, [year]);
}

export async function yearsWithBankDays(db: Queryable): Promise<number[]> {
  return (await rowsOf<{ year: number }>(db, YEARS, [])).map(({ year }) => year);
}

/** Lets nobody else change the list until the transaction ends. */
export async function lockBankDays(db: Queryable): Promise<void> {
  await db.query('lock table bank_days in share row exclusive mode');
}

const REMOVE = statement('delete from bank_days where extract(year from day) = $1 and day <> all($2::date[])');
const SAVE = statement(`
  insert into bank_days (day, is_open, name, saved_by)
  select day, is_open, name, $4 from unnest($1::date[], $2::boolean[], $3::text[]) as given (day, is_open, name)
  on conflict (day) do update set is_open = excluded.is_open, name = excluded.name, saved_by = excluded.saved_by, saved_at = now()
    where (bank_days.is_open, bank_days.name) <> (excluded.is_open, excluded.name)`);

/** Replaces the days of a year. Days that stay as they are keep who saved them. */
export async function replaceBankDays(db: Queryable, year: number, days: SavedDay[], adminId: number): Promise<void> {
  const dates = days.map(({ day }) => day);
  await rowsOf(db, REMOVE, [year, dates]);
  await rowsOf(db, SAVE, [dates, days.map(({ isOpen }) => isOpen), days.map(({ name }) => name), adminId]);
}
