import type { MessageKey } from '#lib/i18n/translator.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 400;

/** Exceptions from Monday to Friday by YYYY-MM-DD; true: banks work. */
export type BankDays = ReadonlyMap<string, boolean>;

/** Returns whether banks work on a day. Exceptions override the weekday. */
export function isBankDay(day: string, exceptions: BankDays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return exceptions.get(day) ?? (weekday !== 0 && weekday !== 6);
}

/**
 * Returns the end of the last of `days` business days after `from`, by the clock of the bank. The day of `from` does not count, so a buyer always
 * has `days` whole business days.
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

/** What the imported statements say about an order's transfer. */
type BankKnowledge = {
  /** An unmatched incoming line names the order. */
  isNamed: boolean;
  /** The last day (YYYY-MM-DD) that statements of all accounts cover; null without statements. */
  coveredTo: string | null;
};

/**
 * Returns until when an expired hold has to wait, because the transfer may have been booked in time and statements arrive on the next business day
 * at the earliest. Null if the transfer did not arrive.
 */
export function awaitedUntil(
  endsAt: Date,
  zone: string,
  exceptions: BankDays,
  { isNamed, coveredTo }: BankKnowledge,
  now: Date,
): Date | null {
  if (isNamed) return endOfHold(now, 1, zone, exceptions);
  const lastDay = lastDayOf(endsAt, zone);
  if (coveredTo !== null && coveredTo >= lastDay) return null;
  const statementDue = endOfHold(new Date(endsAt.getTime() - 1), 1, zone, exceptions);
  return now < statementDue ? statementDue : null;
}

export const MAX_BANK_DAYS = 120;
export const MAX_DAY_NAME_LENGTH = 100;

export type TypedDay = { day: string; is_open: boolean; name: string };

/** Names of the fields of a row. */
export const dayFields = (row: number) => ({ day: `day-${row}`, kind: `kind-${row}`, name: `name-${row}` });

/** Reads the rows that have a date. */
export function readBankDayForm(
  values: Record<string, unknown>,
  year: number,
): { days: TypedDay[]; problems: Record<string, MessageKey> } {
  const problems: Record<string, MessageKey> = {};
  const days: TypedDay[] = [];
  for (let row = 0; row < MAX_BANK_DAYS; row++) {
    const fields = dayFields(row);
    const day = String(values[fields.day] ?? '');
    const name = String(values[fields.name] ?? '').trim();
    if (day === '' && name === '') continue;
    if (!day.startsWith(`${year}-`)) problems[fields.day] = 'admin.bankDays.otherYear';
    else if (days.some((other) => other.day === day)) problems[fields.day] = 'admin.bankDays.twice';
    if (name === '') problems[fields.name] = 'admin.bankDays.nameNeeded';
    days.push({ day, is_open: values[fields.kind] === 'open', name });
  }
  return { days, problems };
}

/** Returns an error for each invalid field, or null if the rows are valid. */
export function bankDayProblems(values: Record<string, unknown>): Record<string, MessageKey> | null {
  const { problems } = readBankDayForm(values, Number(values.year));
  return Object.keys(problems).length === 0 ? null : problems;
}
