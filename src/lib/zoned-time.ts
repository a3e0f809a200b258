const MINUTE_MS = 60_000;

/** Returns the instant at which clocks of a time zone show a local time such as 2026-11-21T14:05, as ISO 8601. */
export function instantAt(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`);
  // The offset before and after a change of clocks differs, so the guess is corrected twice.
  const guess = wanted - offsetMs(wanted, timeZone);
  return new Date(wanted - offsetMs(guess, timeZone)).toISOString();
}

/** Returns what clocks of a time zone show at an instant, for inputs of type `datetime-local`. */
export function localAt(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16);
}

/** Making a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

function offsetMs(instant: number, timeZone: string): number {
  const name =
    formatOf(timeZone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
