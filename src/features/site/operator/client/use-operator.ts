import { useSyncExternalStore } from 'react';
import type { OperatorDetails } from '#lib/pages/site-facts.ts';
import { useSite } from '#lib/pages/use-site.ts';

let saved: OperatorDetails | null = null;
const listeners = new Set<() => void>();

/** Shows details that this browser has just saved, because the facts of the site are loaded only once. */
export function rememberOperator(operator: OperatorDetails): void {
  saved = operator;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The company that operates the site; null if it could not be read. */
export function useOperator(): OperatorDetails | null {
  const { operator } = useSite();
  return (
    useSyncExternalStore(
      subscribe,
      () => saved,
      () => null,
    ) ?? operator
  );
}
