const DAY_MS = 86_400_000;

/** The UTC day (YYYY-MM-DD) of a time. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function dayAfter(day: string, days = 1): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}
