const DAY_MS = 86_400_000;
const MAX_DAYS = 400;

/** Exceptions from Monday to Friday, by YYYY-MM-DD: whether banks work on that day. */
export type BankDays = ReadonlyMap<string, boolean>;

/** Whether banks work on a day. Holidays and worked weekend days come first. */
export function isBankDay(day: string, exceptions: BankDays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return exceptions.get(day) ?? (weekday !== 0 && weekday !== 6);
}

/**
 * Returns the end of the last of `days` business days after the day of `from`, by the clock of the bank. The day of `from` itself is not
 * counted, so a buyer always has at least so many whole business days.
 */
export function endOfHold(from: Date, days: number, zone: string, exceptions: BankDays): Date {
  let day = dayIn(from, zone);
  let left = days;
  for (let looked = 0; left > 0; looked++) {
    if (looked > MAX_DAYS) throw new Error('the calendar of bank days has no business days');
    day = nextDay(day);
    if (isBankDay(day, exceptions)) left -= 1;
  }
  return startOfDay(nextDay(day), zone);
}

/** The last day of a hold that ends at a moment, by the clock of the bank, as YYYY-MM-DD. */
export function lastDayOf(until: Date, zone: string): string {
  return dayIn(new Date(until.getTime() - 1), zone);
}

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** The day of a moment in a time zone, as YYYY-MM-DD. */
function dayIn(moment: Date, zone: string): string {
  return wallClock(moment, zone).toISOString().slice(0, 10);
}

/** A moment whose UTC clock shows what clocks in the zone show. */
function wallClock(moment: Date, zone: string): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
}

/** The moment at which a day begins in a zone. Where clocks skip midnight, the first moment of that day. */
function startOfDay(day: string, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let moment = wanted;
  // The second round uses the offset of the day itself, in case clocks change in between.
  for (let round = 0; round < 2; round++) moment += wanted - wallClock(new Date(moment), zone).getTime();
  return new Date(moment);
}
