import type { Clock } from '#lib/clock.ts';
import { amountOf } from '#lib/money.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { ACTIVITIES, monthsUntil, weeksUntil } from '../model/dashboard.ts';
import type { DashboardResponse } from '../model/dashboard-contract.ts';
import { countNewByWeek, hasActivity, revenueByMonth } from './dashboard-store.ts';

type Deps = { db: Queryable; clock: Clock };

const CACHE_MS = 30_000;

/** Creates a reader that shares one result for 30 seconds. A failed read is not cached. */
export function dashboardReader({ db, clock }: Deps): () => Promise<DashboardResponse> {
  let latest: { at: number; answer: Promise<DashboardResponse> } | null = null;
  return () => {
    const at = clock.now().getTime();
    if (!latest || at - latest.at >= CACHE_MS) {
      const answer = readDashboard({ db, clock });
      latest = { at, answer };
      answer.catch(() => {
        latest = null;
      });
    }
    return latest.answer;
  };
}

async function readDashboard({ db, clock }: Deps): Promise<DashboardResponse> {
  const [months, weeks] = [monthsUntil(clock.now()), weeksUntil(clock.now())];
  return { revenue: await revenueOf(db, months), activity: await activityOf(db, weeks) };
}

async function revenueOf(db: Queryable, months: string[]): Promise<DashboardResponse['revenue']> {
  const cents = await revenueByMonth(db, new Date(`${months[0]}-01`));
  return cents && months.map((month) => ({ month, amount: amountOf(cents.get(month) ?? 0) }));
}

async function activityOf(db: Queryable, weeks: string[]): Promise<DashboardResponse['activity']> {
  if (!(await hasActivity(db))) return null;
  const [listings, bookings, signups] = await Promise.all(ACTIVITIES.map((what) => countNewByWeek(db, what, weeks)));
  const count = (counts: Map<string, number> | undefined, week: string) => counts?.get(week) ?? 0;
  return weeks.map((week) => ({
    week,
    listings: count(listings, week),
    bookings: count(bookings, week),
    signups: count(signups, week),
  }));
}
