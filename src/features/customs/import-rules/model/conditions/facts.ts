import { type Day, type DayNumber, numberOfDay } from '../calendar.ts';
import type { Buyer, ImportCar } from '../car.ts';

/** When a car is assessed. */
export type Assessment = {
  /** The expected arrival, on which rules and charges are chosen. */
  on: Day;
  /** Rows are stale as of this day. Also the day of export, unless `on` is earlier. */
  today: Day;
  buyer: Buyer;
};

/** The days on which something may have happened; `lo` is 0 if it can be any earlier day. */
export type DayRange = { lo: DayNumber; hi: DayNumber };

/** The facts that conditions are evaluated with. */
export type Facts = {
  car: ImportCar;
  buyer: Buyer;
  country: string;
  made: DayRange;
  registered: DayRange;
  arrival: DayNumber;
  exported: DayNumber;
  /** Amounts in the currency that a condition names, once charges are computed. Null if unknown. */
  amount: ((name: 'value' | 'fob', currency: string) => number | null) | null;
};

/** A car is made before it is registered, and registered before it arrives. */
export function factsOf(car: ImportCar, country: string, at: Assessment): Facts {
  const arrival = numberOfDay(at.on);
  const today = numberOfDay(at.today);
  const registeredBy = car.firstRegistration ? numberOfDay(car.firstRegistration.latest) : arrival;
  const made = car.production
    ? { lo: numberOfDay(car.production.earliest), hi: numberOfDay(car.production.latest) }
    : { lo: 0, hi: registeredBy };
  const registered = car.firstRegistration
    ? { lo: numberOfDay(car.firstRegistration.earliest), hi: registeredBy }
    : { lo: made.lo, hi: arrival };
  return {
    car,
    buyer: at.buyer,
    country,
    made,
    registered,
    arrival,
    exported: Math.min(arrival, today),
    amount: null,
  };
}
