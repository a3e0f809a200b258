import { instantAt, localAt } from '#lib/zoned-time.ts';
import type { Channels } from './kinds.ts';

/** Minutes after midnight. */
export type QuietHours = { from: number; to: number };
/** When a person may be emailed and pushed. `digestAt`: minutes after midnight. */
export type Hours = { zone: string; quiet: QuietHours | null; digestAt: number };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

const minuteOf = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns the next moment at which clocks of a zone show a minute of the day. */
export function nextAt(now: Date, minute: number, zone: string): Date {
  const today = localAt(now, zone).slice(0, 10);
  for (let days = 0; ; days++) {
    const day = new Date(Date.parse(`${today}T00:00Z`) + days * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, 10);
    const moment = new Date(instantAt(`${day}T${timeOf(minute)}`, zone));
    if (moment > now) return moment;
  }
}

/** Returns now, or the end of the quiet hours if they last. */
export function afterQuietHours(now: Date, { zone, quiet }: Pick<Hours, 'zone' | 'quiet'>): Date {
  if (!quiet) return now;
  const { from, to } = quiet;
  const minute = minuteOf(localAt(now, zone));
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? nextAt(now, to, zone) : now;
}

/** When a notification of now is emailed and pushed; null: not. The time of the daily email is chosen, so quiet hours do not move it. */
export function dueTimes(
  now: Date,
  { email, push }: Channels,
  hours: Hours,
): { emailAt: Date | null; pushAt: Date | null } {
  const loud = afterQuietHours(now, hours);
  return {
    emailAt: email === 'off' ? null : email === 'now' ? loud : nextAt(now, hours.digestAt, hours.zone),
    pushAt: push ? loud : null,
  };
}
