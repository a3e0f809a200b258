import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';
import type { Activity } from '../dashboard.ts';

const REVENUE = statement(`
  select to_char(date_trunc('month', e.at), 'YYYY-MM') as month, sum(l.cents) as cents
  from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where l.account = 'gateway' and e.at >= $1 group by 1`);
const HAS_REVENUE = statement("select exists (select 1 from ledger_entries where kind = 'capture') as has");

/** What was taken less what was given back, by month since a moment; null before the first payment. */
export async function revenueByMonth(db: Queryable, since: Date): Promise<Map<string, number> | null> {
  const [found] = await rowsOf<{ has: boolean }>(db, HAS_REVENUE, []);
  if (!found?.has) return null;
  const rows = await rowsOf<{ month: string; cents: number }>(db, REVENUE, [since]);
  return new Map(rows.map(({ month, cents }) => [month, cents]));
}

const WEEK = (column: string) => `to_char(date_trunc('week', ${column}), 'YYYY-MM-DD')`;
const NEW: Record<Activity, ReturnType<typeof statement>> = {
  listings: statement(`
    select ${WEEK('posted_at')} as week, count(*) as count from listings where deleted_at is null and posted_at >= $1 group by 1`),
  bookings: statement(`
    select ${WEEK('created_at')} as week, count(*) as count from bookings where deleted_at is null and created_at >= $1 group by 1`),
  signups: statement(`
    select ${WEEK('created_at')} as week, count(*) as count from users where deleted_at is null and created_at >= $1 group by 1`),
};

/** How many there are new of something, by week since a moment. */
export async function newByWeek(db: Queryable, activity: Activity, since: Date): Promise<Map<string, number>> {
  const rows = await rowsOf<{ week: string; count: number }>(db, NEW[activity], [since]);
  return new Map(rows.map(({ week, count }) => [week, count]));
}

const ANYTHING = statement(`
  select exists (select 1 from listings) or exists (select 1 from bookings) or exists (select 1 from users) as has`);

export async function hasActivity(db: Queryable): Promise<boolean> {
  const [found] = await rowsOf<{ has: boolean }>(db, ANYTHING, []);
  return found?.has ?? false;
}
