/** Limit of a list, in the browser and in the account. The newest are kept. */
export const MAX_FAVORITES = 500;

/** Parses the ids of a stored list, oldest first. Drops invalid entries. */
export function favoriteIds(stored: string): number[] {
  return stored
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(-MAX_FAVORITES);
}

/** Returns the list with a car added at its end, or removed if it was in the list. */
export function toggled(ids: number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
