import { useCallback, useSyncExternalStore } from 'react';
import { minutesUntil } from '../model/hold.ts';
import type { CardResponse } from '../model/listing-contract.ts';

const UPDATE_EVERY_MS = 5_000;

function subscribe(update: () => void): () => void {
  const timer = setInterval(update, UPDATE_EVERY_MS);
  return () => clearInterval(timer);
}
const never = () => () => {};

/**
 * Returns how many minutes a car is still reserved for another buyer, or null if it is free. Counts down by itself. The
 * server's rendering and the first one in the browser both use the minutes of the response, so that they agree.
 */
export function useHold({ hold }: Pick<CardResponse, 'hold'>): number | null {
  const left = useCallback(() => (hold ? minutesUntil(hold.until, Date.now()) : null), [hold]);
  return useSyncExternalStore(hold ? subscribe : never, left, () => hold?.minutes ?? null);
}
