const DAY_MS = 86_400_000;

/** A rental of some days: how many, and the query part that carries them on. */
export type Stay = { days: number; search: string };

/** Returns the stay of a list of cars for rent; null if no days are chosen. Both days, as YYYY-MM-DD, are rented. */
export function stayOf({ from, to }: { from: string; to: string }): Stay | null {
  if (from === '' || to === '') return null;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { days, search: `?from=${from}&to=${to}` };
}
