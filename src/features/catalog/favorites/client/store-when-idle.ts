import { whenIdle } from '#lib/when-idle.ts';

/** Storing loads a page with all its files once more, which a visitor who leaves at once should not pay for. */
const MAX_QUIET_MS = 8_000;
const SIGNS_OF_INTEREST = ['pointerdown', 'keydown', 'scroll', 'wheel', 'touchstart'] as const;

/**
 * Updates the offline cars once the visitor does anything or stays, and the browser is idle. `viewedId` is a car to store again.
 */
export function storeWhenIdle(viewedId?: number): void {
  const store = () => {
    clearTimeout(timer);
    for (const sign of SIGNS_OF_INTEREST) removeEventListener(sign, store, true);
    whenIdle(() => {
      import('./store-offline-cars.ts').then(({ storeOfflineCars }) => storeOfflineCars(viewedId)).catch(() => {});
    });
  };
  const timer = setTimeout(store, MAX_QUIET_MS);
  for (const sign of SIGNS_OF_INTEREST) addEventListener(sign, store, { capture: true, passive: true });
}
