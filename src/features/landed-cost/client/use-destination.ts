import { use, useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Destination, readDestination } from '../model/destination.ts';
import { PageDestination } from './page-destination.ts';
import { useStoredDestination } from './stored-destination.ts';

/** The destination that the page or its address (`?to=`) names, else the one of this browser; null if there is none. */
export function useDestination(): Destination | null {
  const { search } = useLocation();
  const ofPage = use(PageDestination);
  const stored = useStoredDestination();
  return useMemo(
    () => ofPage ?? readDestination(new URLSearchParams(search).get('to')) ?? readDestination(stored),
    [ofPage, search, stored],
  );
}
