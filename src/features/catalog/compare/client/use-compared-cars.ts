import { useMemo, useSyncExternalStore } from 'react';
import { type ComparedCar, parseComparedCars } from '../model/compared-cars.ts';
import { storedComparedCars, watchComparedCars } from './stored-compared-cars.ts';

/** The cars that this browser's user has chosen to compare. */
export function useComparedCars(): ComparedCar[] {
  const stored = useSyncExternalStore(watchComparedCars, storedComparedCars, () => '');
  return useMemo(() => parseComparedCars(stored), [stored]);
}
