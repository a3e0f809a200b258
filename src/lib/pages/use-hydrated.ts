import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns whether React has hydrated the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
