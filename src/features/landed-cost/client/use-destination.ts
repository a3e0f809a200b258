import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Destination, readDestination } from '../model/destination.ts';
import { useStoredDestination } from './stored-destination.ts';

/** The destination in the address (`?to=`), else the one of this browser; null if there is none. */
export function useDestination(): Destination | null {
  const { search } = useLocation();
  const stored = useStoredDestination();
  return useMemo(
    () => readDestination(new URLSearchParams(search).get('to')) ?? readDestination(stored),
    [search, stored],
  );
}
