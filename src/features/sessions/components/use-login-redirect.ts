import { useSearchParams } from 'react-router';
import { loginRedirect } from '../client/login-redirect.ts';

/** The addresses of the other entrances, so that going from one to another keeps where the person wants to go. */
export function useLoginRedirect(): (page: string) => string {
  const next = useSearchParams()[0].get('next');
  return (page) => loginRedirect(page, next);
}
