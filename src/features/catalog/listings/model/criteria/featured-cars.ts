/** The newest inspected cars from which the home page chooses. */
export const FRESH = 60;
const FEATURED = 6;

/** Chooses the cars of the home page: at first one per make, so that it shows a variety. `fresh` is newest first. */
export function chooseFeatured<Car>(fresh: Car[], makeOf: (car: Car) => unknown): Car[] {
  const makes = fresh.map(makeOf);
  const firstOfMake = fresh.filter((_, index) => makes.indexOf(makes[index]) === index);
  const others = fresh.filter((_, index) => makes.indexOf(makes[index]) !== index);
  return [...firstOfMake, ...others].slice(0, FEATURED);
}
