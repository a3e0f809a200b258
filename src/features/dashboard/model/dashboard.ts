/** What the dashboard shows of the business: each month's revenue and each week's activity. */
const MONTHS_SHOWN = 12;
const WEEKS_SHOWN = 8;

export const ACTIVITIES = ['listings', 'bookings', 'signups'] as const;
export type Activity = (typeof ACTIVITIES)[number];

const DAY_MS = 86_400_000;
const dayText = (date: Date) => date.toISOString().slice(0, 10);

/** The months that are shown, oldest first, as YYYY-MM; the one that runs is the last. */
export function monthsUntil(now: Date): string[] {
  return Array.from({ length: MONTHS_SHOWN }, (_, at) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_SHOWN + 1 + at);
    return dayText(new Date(first)).slice(0, 7);
  });
}

/** The Mondays of the weeks that are shown, oldest first, as YYYY-MM-DD; the week that runs is the last. */
export function weeksUntil(now: Date): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: WEEKS_SHOWN }, (_, at) =>
    dayText(new Date(monday - (WEEKS_SHOWN - 1 - at) * 7 * DAY_MS)),
  );
}
