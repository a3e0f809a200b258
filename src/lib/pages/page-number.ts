/** Reads a page number from the URL; 1 if it is missing or invalid. */
export function pageNumber(search: URLSearchParams, name: string): number {
  const page = Number(search.get(name));
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}
