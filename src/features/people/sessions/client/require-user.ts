import { redirect, useSearchParams } from 'react-router';
import { ApiFailure, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';

/** Login path that returns to the given page. */
export function loginPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return loginRedirect(paths.login, pathname + search);
}

/** Wraps a loader or action: redirects to login, with the current page as `next`, when the API answers 401. */
export function requireUser<Input extends LoadInput, Result>(work: (input: Input) => Promise<Result>) {
  return redirectOn(({ status }) => status === 401, loginPath, work);
}

/** Back-office login path that returns to the given page. */
export function adminLoginPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return loginRedirect(paths.adminLogin, pathname + search);
}

/**
 * Wraps a loader or action of the back office: redirects to its login if no administrator is logged in. Throws
 * ApiFailure 403 if the role lacks the permission, and 503 if the server is unreachable.
 */
export function requireAdmin<Input extends LoadInput, Result>(work: (input: Input) => Promise<Result>) {
  const isSignedOut = ({ status, code }: ApiFailure) => status === 401 || code === 'forbidden';
  return redirectOn(isSignedOut, adminLoginPath, (input: Input) =>
    work(input).catch((error) => throwAsApiFailure(error, input.t)),
  );
}

function throwAsApiFailure(error: unknown, t: Translator): never {
  if (!isNetworkError(error)) throw error;
  throw new ApiFailure(503, { message: t('ui.unreachable'), code: 'unreachable' });
}

function redirectOn<Input extends LoadInput, Result>(
  isSignedOut: (failure: ApiFailure) => boolean,
  login: (url: URL) => string,
  work: (input: Input) => Promise<Result>,
) {
  return async (input: Input): Promise<Result> => {
    try {
      return await work(input);
    } catch (error) {
      if (!isApiFailure(error) || !isSignedOut(error)) throw error;
      throw redirect(login(input.url));
    }
  };
}

/** Returns `page` with a `next` parameter for the redirect after login, if `next` is not null, and with `more` parameters. */
export function loginRedirect(page: string, next: string | null, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...more, ...(next !== null && { next }) }).toString();
  return query === '' ? page : `${page}?${query}`;
}

/** Returns a function that adds the current `next` parameter to a login, sign-up or password page. */
export function useLoginRedirect(): (page: string) => string {
  const next = useSearchParams()[0].get('next');
  return (page) => loginRedirect(page, next);
}
