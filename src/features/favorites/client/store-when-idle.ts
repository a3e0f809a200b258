import { whenIdle } from '#lib/when-idle.ts';

/** Brings what is kept for reading without a connection up to date, when nothing else waits. `seen` is a car to keep as it is now. */
export function storeWhenIdle(seen?: number): void {
  whenIdle(() => {
    import('./store-offline-cars.ts').then(({ storeOfflineCars }) => storeOfflineCars(seen)).catch(() => {});
  });
}
