import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { browserApi } from '#lib/api-client/api-client.ts';
import { notificationCalls } from '../../site-calls.ts';

const LOOK_EVERY_MS = 60_000;

let unseen = 0;
let lookedAt = Number.NEGATIVE_INFINITY;
const watchers = new Set<() => void>();

/** Stores how many notifications are unseen, and shows it in the header. */
export function noteUnseen(count: number): void {
  unseen = count;
  lookedAt = performance.now();
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Asks once a minute at most, when a page is opened. A failure keeps the last number. */
async function look(): Promise<void> {
  if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
  lookedAt = performance.now();
  await browserApi
    .call(notificationCalls.unseen)
    .then((found) => noteUnseen(found.unseen))
    .catch(() => {});
}

/** Returns how many notifications the user has not seen. @param isSignedIn visitors are not asked for */
export function useUnseen(isSignedIn: boolean): number {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is opened may look
  useEffect(() => {
    if (isSignedIn) void look();
  }, [isSignedIn, key]);
  return useSyncExternalStore(
    watch,
    () => unseen,
    () => 0,
  );
}
