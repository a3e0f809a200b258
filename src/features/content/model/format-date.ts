const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats YYYY-MM-DD as Aug 30, 2024. */
export function formatDate(day: string): string {
  return FORMAT.format(new Date(`${day}T00:00:00Z`));
}
