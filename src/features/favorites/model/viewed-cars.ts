/** So many of the cars looked at last are kept to be read without a connection. */
export const MOST_SEEN = 20;
/** Of the favourites, the newest so many. */
export const MOST_KEPT_FAVOURITES = 50;

/** The list of cars looked at with one more at its end, the newest; a car stands in it once. */
export function withSeen(ids: number[], id: number): number[] {
  return [...ids.filter((other) => other !== id), id].slice(-MOST_SEEN);
}

/** What is kept of two lists that have their newest at the end: favourites first, no car twice, the newest first. */
export function carsToKeep({ favourites, seen }: { favourites: number[]; seen: number[] }): number[] {
  const saved = favourites.slice(-MOST_KEPT_FAVOURITES).reverse();
  return [...new Set([...saved, ...seen.slice(-MOST_SEEN).reverse()])];
}
