import { useEffect, useRef } from 'react';
import { storedDestination, useStoredDestination } from '#features/landed-cost/client/stored-destination.ts';

/** Replaces the destination in the address when the visitor chooses another one for the browser. */
export function useFollowedDestination(inAddress: string, replace: (destination: string) => void): void {
  const stored = useStoredDestination();
  const seen = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice replaces the destination
  useEffect(() => {
    // While the page hydrates, the hook returns no destination.
    const chosen = storedDestination();
    const isNew = seen.current !== null && seen.current !== chosen;
    seen.current = chosen;
    if (isNew && inAddress !== '') replace(chosen);
  }, [stored]);
}
