/** Returns the age on a day. Days are YYYY-MM-DD. */
export function ageOn(day: string, bornOn: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return day.slice(5) < bornOn.slice(5) ? years - 1 : years;
}

type Needs = { minAge: number; pickUpDay: string; returnDay: string };
type Stated = { bornOn: string; validUntil: string };

/** Returns a message key for each date that rules out the rental, by field. */
export function driverProblems({ minAge, pickUpDay, returnDay }: Needs, { bornOn, validUntil }: Stated) {
  return {
    ...(ageOn(pickUpDay, bornOn) < minAge && { born_on: 'drivers.tooYoung' as const }),
    ...(validUntil < returnDay && { valid_until: 'drivers.expired' as const }),
  };
}
