import { whenIdle } from '#lib/when-idle.ts';

/** Updates the offline cars when the browser is idle. `viewedId` is a car to store again. */
export function storeWhenIdle(viewedId?: number): void {
  whenIdle(() => {
    import('./store-offline-cars.ts').then(({ storeOfflineCars }) => storeOfflineCars(viewedId)).catch(() => {});
  });
}
