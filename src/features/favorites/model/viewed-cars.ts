/** So many of the cars looked at last are kept to be read without a connection. */
export const MAX_VIEWED_CARS = 20;
/** Of the favourites, the newest so many. */
export const MAX_OFFLINE_FAVORITES = 50;

/** The list of cars looked at with one more at its end, the newest; a car stands in it once. */
export function withViewed(ids: number[], id: number): number[] {
  return [...ids.filter((other) => other !== id), id].slice(-MAX_VIEWED_CARS);
}

/** What is kept of two lists that have their newest at the end: favourites first, no car twice, the newest first. */
export function offlineCarIds({ favourites, seen }: { favourites: number[]; seen: number[] }): number[] {
  const saved = favourites.slice(-MAX_OFFLINE_FAVORITES).reverse();
  return [...new Set([...saved, ...seen.slice(-MAX_VIEWED_CARS).reverse()])];
}
