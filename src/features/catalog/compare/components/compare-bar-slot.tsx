import { Suspense } from 'react';
import { lazyPart } from '#lib/pages/lazy-part.ts';
import { useComparedCars } from '../client/stored-compared-cars.ts';

const CompareBar = lazyPart(() => import('./compare-bar.tsx'));

/** Below the content of a page with cars: the bar of chosen cars, loaded once there is one. */
export function CompareBarSlot() {
  const cars = useComparedCars();
  if (cars.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <CompareBar cars={cars} />
    </Suspense>
  );
}
