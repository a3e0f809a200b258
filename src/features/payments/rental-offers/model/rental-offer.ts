import { z } from 'zod';
import { PORTS } from '#content/ports/ports.ts';

/** Conditions that a renter accepts in addition to the price. The API returns them with the days of a car. */
export const rentalOffer = z.object({
  pick_up_hour: z.int().describe('From which hour of the first day the car can be picked up, by the clock of the car'),
  return_hour: z.int().describe('Until which hour of the last day it is brought back; 24 is midnight'),
  return_grace_minutes: z.int().describe('Minutes after that hour in which it is not late'),
  time_zone: z.string().describe('IANA name of the zone of the car'),
  place: z.string().describe('Where the car is picked up and brought back; may be empty'),
  fee_days: z.int().describe('A renter pays the registration fee once in so many days'),
  min_age: z.int().describe('The age that the renter must have at the pick-up; 0: age and license are not asked'),
});
export type RentalOffer = z.output<typeof rentalOffer>;

/** The same for a rental that was booked. */
export const rentalTimes = z.object({
  pick_up_at: z.string().describe('ISO 8601, UTC'),
  return_at: z.string().describe('ISO 8601, UTC'),
  return_by: z.string().describe('The latest time that is not late; ISO 8601, UTC'),
  time_zone: z.string().describe('IANA name of the zone of the car'),
  place: z.string().describe('Where the car is picked up and brought back; may be empty'),
});
export type RentalTimes = z.output<typeof rentalTimes>;

const HOME_ZONE = 'Asia/Shanghai';

/** Lower case, with one space around each word. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** The whole name of a port, that without the part in parentheses, and each of its parts: "Tincan/Lagos" is in Lagos. */
function namesOf(name: string): string[] {
  const short = name.replaceAll(/\([^)]*\)/gu, '');
  return [name, short, ...short.split(/[/,]/u)].map(wordsOf).filter((words) => words.trim() !== '');
}

const NAMES = PORTS.flatMap(([, , name, , zone]) => namesOf(name).map((words) => ({ words, zone })));

/**
 * Returns the time zone of a car: that of the port with the longest name in its location, otherwise that of China, which has one zone for all
 * provinces.
 */
export function carTimeZone(location: string | null): string {
  const words = wordsOf(location ?? '');
  let found = { words: '', zone: HOME_ZONE };
  for (const name of NAMES) if (name.words.length > found.words.length && words.includes(name.words)) found = name;
  return found.zone;
}
