/** The address of a page that leads to an account, with where the person wants to go once they are logged in. */
export function loginRedirect(page: string, next: string | null): string {
  return next === null ? page : `${page}?${new URLSearchParams({ next })}`;
}
