import { whenIdle } from '#lib/when-idle.ts';

/** Updates the offline cars when the browser is idle. `viewedId` is a car to store again. */
export function storeWhenIdle(viewedId?: number): void {
  whenIdle(() => {
    import('./store-offline-cars.ts').then(({ storeOfflineCars }) => storeOfflineCars(viewedId)).catch(() => {});
  });
}

/** Storing loads a page with all its files once more, which a visitor who leaves soon should not pay for. */
const MAX_QUIET_MS = 8_000;
const SIGNS_OF_INTEREST = ['pointerdown', 'keydown', 'scroll', 'wheel', 'touchstart'] as const;

/** Stores a viewed car again once the visitor does anything or stays. */
export function storeOnceInterested(viewedId: number): void {
  const store = () => {
    clearTimeout(timer);
    for (const sign of SIGNS_OF_INTEREST) removeEventListener(sign, store, true);
    storeWhenIdle(viewedId);
  };
  const timer = setTimeout(store, MAX_QUIET_MS);
  for (const sign of SIGNS_OF_INTEREST) addEventListener(sign, store, { capture: true, passive: true });
}
