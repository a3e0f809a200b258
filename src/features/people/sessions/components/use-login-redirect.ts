import { useSearchParams } from 'react-router';
import { loginRedirect } from '../client/login-redirect.ts';

/** Returns a function that adds the current `next` parameter to a login, sign-up or password page. */
export function useLoginRedirect(): (page: string) => string {
  const next = useSearchParams()[0].get('next');
  return (page) => loginRedirect(page, next);
}
