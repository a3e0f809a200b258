/** Returns `page` with a `next` parameter for the redirect after login, or unchanged if `next` is null. */
export function loginRedirect(page: string, next: string | null): string {
  return next === null ? page : `${page}?${new URLSearchParams({ next })}`;
}
