import { useSyncExternalStore } from 'react';

let open = false;
const watchers = new Set<() => void>();

/** Whether the dialog that chooses a destination is wanted. The site's header shows it. */
export const useShipToDialog = () =>
  useSyncExternalStore(
    watch,
    () => open,
    () => false,
  );

export const openShipTo = () => setOpen(true);
export const closeShipTo = () => setOpen(false);

function setOpen(next: boolean): void {
  open = next;
  for (const watcher of watchers) watcher();
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}
