import { whenIdle } from '#lib/when-idle.ts';

/** Updates the offline cars when the browser is idle. `seen` is a car to store again. */
export function storeWhenIdle(seen?: number): void {
  whenIdle(() => {
    import('./store-offline-cars.ts').then(({ storeOfflineCars }) => storeOfflineCars(seen)).catch(() => {});
  });
}
