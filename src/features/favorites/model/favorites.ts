/** The newest so many are kept, here and in the account. */
export const MAX_FAVORITES = 500;

/** The ids in a stored list, oldest first; whatever else stands there is dropped. */
export function favoriteIds(stored: string): number[] {
  return stored
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(-MAX_FAVORITES);
}

/** The list with a car added at its end, or taken out when it is there. */
export function toggled(ids: number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
