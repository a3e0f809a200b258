const CHART_MONTHS = 12;
const CHART_WEEKS = 8;

export const ACTIVITIES = ['listings', 'bookings', 'signups'] as const;
export type Activity = (typeof ACTIVITIES)[number];

const DAY_MS = 86_400_000;
const dayText = (date: Date) => date.toISOString().slice(0, 10);

/** Returns the months of the revenue chart as YYYY-MM, oldest first, including the current one. */
export function monthsUntil(now: Date): string[] {
  return Array.from({ length: CHART_MONTHS }, (_, index) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - CHART_MONTHS + 1 + index);
    return dayText(new Date(first)).slice(0, 7);
  });
}

/** Returns the Mondays of the activity chart as YYYY-MM-DD, oldest first, including the current week. */
export function weeksUntil(now: Date): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: CHART_WEEKS }, (_, index) =>
    dayText(new Date(monday - (CHART_WEEKS - 1 - index) * 7 * DAY_MS)),
  );
}
