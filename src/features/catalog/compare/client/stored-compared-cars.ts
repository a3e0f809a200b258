import { useMemo, useSyncExternalStore } from 'react';
import { type ComparedCar, parseComparedCars } from '../model/compared-cars.ts';

const LIST = 'compare';
const watchers = new Set<() => void>();

/** The stored list as text, which stays the same while the list does. */
function storedComparedCars(): string {
  try {
    return localStorage.getItem(LIST) ?? '';
  } catch {
    return '';
  }
}

export function storeComparedCars(cars: ComparedCar[]): void {
  try {
    if (cars.length > 0) localStorage.setItem(LIST, JSON.stringify(cars));
    else localStorage.removeItem(LIST);
  } catch {
    return;
  }
  for (const watcher of watchers) watcher();
}

export function removeComparedCar(id: number): void {
  storeComparedCars(parseComparedCars(storedComparedCars()).filter((car) => car.id !== id));
}

function watchComparedCars(changed: () => void): () => void {
  watchers.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    watchers.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

/** The cars that this browser's user has chosen to compare. */
export function useComparedCars(): ComparedCar[] {
  const stored = useSyncExternalStore(watchComparedCars, storedComparedCars, () => '');
  return useMemo(() => parseComparedCars(stored), [stored]);
}
