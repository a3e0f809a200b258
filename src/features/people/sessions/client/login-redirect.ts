/** Returns `page` with a `next` parameter for the redirect after login, if `next` is not null, and with `more` parameters. */
export function loginRedirect(page: string, next: string | null, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...more, ...(next !== null && { next }) }).toString();
  return query === '' ? page : `${page}?${query}`;
}
