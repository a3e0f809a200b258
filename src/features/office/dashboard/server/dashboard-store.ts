import { IS_RECEIPT, IS_REFUND, MONEY_ACCOUNTS } from '#features/payments/server/api.ts';
import { type Queryable, queryValue, rowsOf, type Statement, statement } from '#lib/server/database/postgres.ts';
import type { Activity } from '../model/dashboard.ts';

const REVENUE = statement(`
  select to_char(month, 'YYYY-MM') as month, cents from (
    select date_trunc('month', e.at) as month, sum(l.cents) as cents
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where l.account in ${MONEY_ACCOUNTS} and (${IS_RECEIPT} or ${IS_REFUND}) and e.at >= $1 group by 1
  ) months`);
const HAS_REVENUE = statement("select exists (select 1 from ledger_entries where kind in ('capture', 'cash')) as has");

/** Returns what was received from buyers less refunds, in cents by month (YYYY-MM), or null before the first payment. */
export async function revenueByMonth(db: Queryable, since: Date): Promise<Map<string, number> | null> {
  const [found] = await rowsOf<{ has: boolean }>(db, HAS_REVENUE, []);
  if (!found?.has) return null;
  const rows = await rowsOf<{ month: string; cents: number }>(db, REVENUE, [since]);
  return new Map(rows.map(({ month, cents }) => [month, cents]));
}

/** Counts each week with its own index range scan, to avoid reading older rows. */
const newOf = (table: string, time: string) =>
  statement(`
    select to_char(week, 'YYYY-MM-DD') as week, (
      select count(*) from ${table} where deleted_at is null and ${time} >= week and ${time} < week + interval '7 days'
    ) as count
    from generate_series($1::timestamptz, $2::timestamptz, interval '7 days') week`);
const NEW: Record<Activity, Statement> = {
  listings: newOf('listings', 'posted_at'),
  bookings: newOf('bookings', 'created_at'),
  signups: newOf('users', 'created_at'),
};

/** Counts new rows per week, by its Monday. */
export async function countNewByWeek(db: Queryable, activity: Activity, weeks: string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<{ week: string; count: number }>(db, NEW[activity], [weeks[0], weeks.at(-1)]);
  return new Map(rows.map(({ week, count }) => [week, count]));
}

export const hasActivity = queryValue<boolean>(`
  select exists (select 1 from listings) or exists (select 1 from bookings) or exists (select 1 from users) as has`);
