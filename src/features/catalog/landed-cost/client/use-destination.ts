import { use, useMemo } from 'react';
import { useLocation } from 'react-router';
import {
  type Destination,
  readDestination,
  withDestination,
} from '#features/customs/import-rules/model/destination.ts';
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

/**
 * Returns a function that adds the destination to the address of another page, if this page or its own address names one. A
 * destination of the browser needs no address.
 */
export function useCarriedDestination(): (address: string) => string {
  const { search } = useLocation();
  const ofPage = use(PageDestination);
  return useMemo(() => {
    const named = ofPage ?? readDestination(new URLSearchParams(search).get('to'));
    return (address) => (named ? withDestination(address, named) : address);
  }, [ofPage, search]);
}
