import { redirect } from 'react-router';
import { ApiFailure, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { englishWords } from '#lib/i18n/messages.ts';
import type { LoadInput } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { loginRedirect } from './login-redirect.ts';

/** The login that leads back to a page afterwards. */
export function loginPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return loginRedirect(paths.login, pathname + search);
}

/** A `load` or `act` for people who are logged in: when the API knows of no session, it leads to the login and back. */
export function requireUser<Input extends LoadInput, Result>(work: (input: Input) => Promise<Result>) {
  return leadingTo(loginPath, [401], work);
}

/** The back office's login that leads back to a page afterwards. */
export function adminLoginPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  return loginRedirect(paths.adminLogin, pathname + search);
}

/** The same for administrators: a session of a user alone opens nothing here. A server that cannot be reached is told as a failure. */
export function requireAdmin<Input extends LoadInput, Result>(work: (input: Input) => Promise<Result>) {
  const told = (input: Input) => work(input).catch(asFailure);
  return leadingTo(adminLoginPath, [401, 403], told);
}

function asFailure(error: unknown): never {
  if (!isNetworkError(error)) throw error;
  throw new ApiFailure(503, { message: englishWords('ui.unreachable'), code: 'unreachable' });
}

function leadingTo<Input extends LoadInput, Result>(
  login: (url: URL) => string,
  statuses: number[],
  work: (input: Input) => Promise<Result>,
) {
  return async (input: Input): Promise<Result> => {
    try {
      return await work(input);
    } catch (error) {
      if (!isApiFailure(error) || !statuses.includes(error.status)) throw error;
      throw redirect(login(input.url));
    }
  };
}
