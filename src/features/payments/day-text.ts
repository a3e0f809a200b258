const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day (YYYY-MM-DD) or a moment as people read its day, in UTC: Nov 21, 2026. */
export function dayText(day: string): string {
  return format.format(new Date(day));
}
