import { z } from 'zod';

/** What a renter agrees to besides the price. The API describes it where the days of a car are asked for. */
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
