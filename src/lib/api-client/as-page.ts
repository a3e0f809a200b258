/** The page in a response that would be a bare list without a query. Throws for a bare list. */
export function asPage<Page extends { items: unknown[] }>(response: Page | unknown[]): Page {
  if (Array.isArray(response)) throw new TypeError('a bare list in place of a page');
  return response;
}
