import { compareNames } from '#lib/plain-text.ts';

/** Below these minimums a figure is too random to publish. */
export const MINIMUM = {
  carsListed: 20,
  buyersServed: 20,
  reviews: 10,
  vinChecks: 100,
  /** Reviews with a text, to show any. */
  reviewsShown: 3,
} as const;

/** Number of reviews on the home page: the newest, regardless of rating. */
export const MAX_REVIEWS = 6;

/** What was counted. */
export type Counts = {
  carsListed: number;
  buyersServed: number;
  reviews: { count: number; average: number | null };
  /** Sum of the cars by model year. */
  years: { year: number; cars: number }[];
  makes: { make: string; cars: number }[];
  vinChecks: { count: number; since: string | null };
};

type Figures = {
  carsListed: number | null;
  buyersServed: number | null;
  rating: { average: number; reviews: number } | null;
  /** Years, to a tenth. */
  averageAge: number | null;
  topMake: { make: string; cars: number } | null;
  vinChecks: { count: number; since: string } | null;
};

/** Returns the figures that are worth publishing; null for the others. */
export function figuresOf(counts: Counts, thisYear: number): Figures {
  const { carsListed, buyersServed, reviews, makes, years, vinChecks } = counts;
  const hasStock = carsListed >= MINIMUM.carsListed;
  const [topMake = null] = makes.toSorted((a, b) => b.cars - a.cars || compareNames(a.make, b.make));
  return {
    carsListed: hasStock ? carsListed : null,
    buyersServed: buyersServed >= MINIMUM.buyersServed ? buyersServed : null,
    rating:
      reviews.count >= MINIMUM.reviews && reviews.average !== null
        ? { average: tenths(reviews.average), reviews: reviews.count }
        : null,
    averageAge: hasStock ? averageAge(years, thisYear) : null,
    topMake: hasStock ? topMake : null,
    vinChecks:
      vinChecks.count >= MINIMUM.vinChecks && vinChecks.since !== null
        ? { count: vinChecks.count, since: vinChecks.since }
        : null,
  };
}

/** A car of next year's model counts as new. */
function averageAge(years: Counts['years'], thisYear: number): number | null {
  const cars = years.reduce((sum, each) => sum + each.cars, 0);
  const age = years.reduce((sum, each) => sum + each.cars * Math.max(0, thisYear - each.year), 0);
  return cars > 0 ? tenths(age / cars) : null;
}

const tenths = (value: number) => Math.round(value * 10) / 10;
