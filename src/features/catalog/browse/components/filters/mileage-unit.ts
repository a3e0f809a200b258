import { useSyncExternalStore } from 'react';
import type { Mileage } from '#features/catalog/listings/model/listing.ts';

export type MileageUnit = Mileage['unit'];

const CHANGED = 'carquay:mileage-unit';
/** In the browser's storage. */
const STORED = 'mileage-unit';

let chosen: MileageUnit | null = null;

/** The unit in which filters show mileages. The browser remembers it; the address always has kilometers. */
export const useMileageUnit = () => useSyncExternalStore(subscribe, currentUnit, () => 'km' as const);

function currentUnit(): MileageUnit {
  chosen ??= storedUnit();
  return chosen;
}

function storedUnit(): MileageUnit {
  try {
    return localStorage.getItem(STORED) === 'mi' ? 'mi' : 'km';
  } catch {
    return 'km';
  }
}

export function chooseMileageUnit(unit: MileageUnit): void {
  chosen = unit;
  try {
    if (unit === 'mi') localStorage.setItem(STORED, unit);
    else localStorage.removeItem(STORED);
  } catch {
    // A browser may deny storage; the choice then lasts until the page is reloaded.
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}
