import { useSearchParams } from 'react-router';
import { entrancePath } from '../client/login-redirect.ts';

/** The addresses of the other entrances, so that going from one to another keeps where the person wants to go. */
export function useEntrancePath(): (page: string) => string {
  const next = useSearchParams()[0].get('next');
  return (page) => entrancePath(page, next);
}
