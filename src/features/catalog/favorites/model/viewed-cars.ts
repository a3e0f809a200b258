/** Number of recently viewed cars stored for offline use. */
export const MAX_VIEWED_CARS = 20;
export const MAX_OFFLINE_FAVORITES = 50;

/** Number of recently viewed cars that pages show. */
export const MAX_SHOWN_CARS = 12;

/** Returns the cars to show on a page, newest first, without the one that the page is about. */
export function viewedCarsToShow(viewed: number[], except?: number): number[] {
  return viewed
    .filter((id) => id !== except)
    .reverse()
    .slice(0, MAX_SHOWN_CARS);
}

/** Moves or adds a car to the end of the list of viewed cars. */
export function addViewedCar(ids: number[], id: number): number[] {
  return [...ids.filter((other) => other !== id), id].slice(-MAX_VIEWED_CARS);
}

/**
 * Returns the cars to store: favorites first, without duplicates, each list newest first. The input lists have their
 * newest last.
 */
export function offlineCarIds({ favorites, viewed }: { favorites: number[]; viewed: number[] }): number[] {
  const saved = favorites.slice(-MAX_OFFLINE_FAVORITES).reverse();
  return [...new Set([...saved, ...viewed.slice(-MAX_VIEWED_CARS).reverse()])];
}
