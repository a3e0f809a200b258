/** Narrows a response to its paged form. Throws for a plain list, which the API returns to calls without a query. */
export function asPage<Page extends { items: unknown[] }>(response: Page | unknown[]): Page {
  if (Array.isArray(response)) throw new TypeError('the response is a plain list, not a page');
  return response;
}
