/** The page of a list that an address names; the first where it names none. */
export function pageNumber(search: URLSearchParams, name: string): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}
