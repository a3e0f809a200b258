export type PricedCar = { id: number; priceCents: number; year: number; mileageKm: number | null };

/** What a difference in age and use is worth among some cars, as shares of the price. */
type Adjustments = { perYear: number; per10000Km: number };

type ComparedCar = PricedCar & {
  /** What the difference in model year and in mileage to the car takes from the price, or adds to it. */
  forYearCents: number;
  forMileageCents: number;
  adjustedCents: number;
};

type PricePosition = {
  /** Null if there are too few cars to say what years and mileage are worth. */
  adjustments: Adjustments | null;
  /** The price less this median, as a share of it. */
  difference: number;
  medianCents: number;
  level: 'lower' | 'usual' | 'higher';
  /** How many cars the median is of. */
  cars: number;
  /** How many years older or newer they are at most. */
  yearsApart: number;
  /** The most similar ones first. */
  nearest: ComparedCar[];
};

/** Cars of the same model that were made at most so many years earlier or later are compared. */
export const YEARS_APART = 3;
/** The same for prices that cannot be adjusted. */
const YEARS_APART_UNADJUSTED = 1;
const FEWEST = 4;
const FEWEST_TO_ADJUST = 10;
const SHOWN = 5;
const USUAL = 0.05;
/** A larger effect comes from a few odd cars, and the opposite one as well. */
const MOST_PER_YEAR = 0.25;
const MOST_PER_10000_KM = 0.08;

/** Compares the asking price of a car with those of similar ones; null if there are too few. */
export function pricePosition(car: PricedCar, others: readonly PricedCar[]): PricePosition | null {
  const adjustments = adjustmentsAmong(others);
  const yearsApart = adjustments ? YEARS_APART : YEARS_APART_UNADJUSTED;
  const compared = others
    .filter(({ year }) => Math.abs(year - car.year) <= yearsApart)
    .map((other) => comparedWith(car, other, adjustments));
  if (compared.length < FEWEST) return null;
  const medianCents = median(compared.map(({ adjustedCents }) => adjustedCents));
  const difference = (car.priceCents - medianCents) / medianCents;
  return {
    adjustments,
    difference,
    medianCents,
    level: Math.abs(difference) <= USUAL ? 'usual' : difference < 0 ? 'lower' : 'higher',
    cars: compared.length,
    yearsApart,
    nearest: compared.toSorted((one, other) => distance(car, one) - distance(car, other)).slice(0, SHOWN),
  };
}

function comparedWith(car: PricedCar, other: PricedCar, adjustments: Adjustments | null): ComparedCar {
  const { priceCents } = other;
  const perYear = adjustments?.perYear ?? 0;
  const per10000Km = adjustments?.per10000Km ?? 0;
  const forYear = priceCents * ((1 + perYear) ** (car.year - other.year) - 1);
  const forMileage = (priceCents + forYear) * ((1 + per10000Km) ** tenThousands(car, other) - 1);
  const [forYearCents, forMileageCents] = [toDollars(forYear), toDollars(forMileage)];
  return { ...other, forYearCents, forMileageCents, adjustedCents: priceCents + forYearCents + forMileageCents };
}

/** 0 if one of the mileages is unknown. */
const tenThousands = (car: PricedCar, other: PricedCar) =>
  car.mileageKm === null || other.mileageKm === null ? 0 : (car.mileageKm - other.mileageKm) / 10_000;

const toDollars = (cents: number) => Math.round(cents / 100) * 100;

const distance = (car: PricedCar, other: PricedCar) =>
  Math.abs(car.year - other.year) + Math.abs(tenThousands(car, other)) / 2;

/** Fits the logarithm of the price to year and mileage by least squares. */
function adjustmentsAmong(cars: readonly PricedCar[]): Adjustments | null {
  const known = cars.flatMap(({ priceCents, year, mileageKm }) =>
    mileageKm === null ? [] : [{ price: Math.log(priceCents), year, mileage: mileageKm / 10_000 }],
  );
  if (known.length < FEWEST_TO_ADJUST) return null;
  const meanOf = (value: (car: (typeof known)[number]) => number) =>
    known.reduce((sum, car) => sum + value(car), 0) / known.length;
  const [price, year, mileage] = [meanOf((car) => car.price), meanOf((car) => car.year), meanOf((car) => car.mileage)];
  const together = (one: (car: (typeof known)[number]) => number, other: typeof one) =>
    meanOf((car) => one(car) * other(car));
  const byYear = (car: (typeof known)[number]) => car.year - year;
  const byMileage = (car: (typeof known)[number]) => car.mileage - mileage;
  const byPrice = (car: (typeof known)[number]) => car.price - price;
  const [yy, mm, ym] = [together(byYear, byYear), together(byMileage, byMileage), together(byYear, byMileage)];
  const [py, pm] = [together(byPrice, byYear), together(byPrice, byMileage)];
  const determinant = yy * mm - ym * ym;
  if (determinant <= 1e-9 * yy * mm || yy === 0 || mm === 0) return null;
  const perYear = Math.expm1((py * mm - pm * ym) / determinant);
  const per10000Km = Math.expm1((pm * yy - py * ym) / determinant);
  return {
    perYear: Math.min(Math.max(perYear, 0), MOST_PER_YEAR),
    per10000Km: Math.max(Math.min(per10000Km, 0), -MOST_PER_10000_KM),
  };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2);
}
