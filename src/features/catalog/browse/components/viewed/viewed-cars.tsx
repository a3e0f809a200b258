import { Suspense, useEffect, useState } from 'react';
import { viewedCars } from '#features/catalog/favorites/client/stored-viewed-cars.ts';
import { lazyPart } from '#lib/pages/lazy-part.ts';
import type { ViewedCarsProps } from './viewed-cars-section.tsx';

const ViewedCarsSection = lazyPart(() => import('./viewed-cars-section.tsx'));

/** The cars viewed last in this browser. Loaded only if there are any. */
export function ViewedCars(props: ViewedCarsProps) {
  const { except } = props;
  const [hasViewed, setHasViewed] = useState(false);
  useEffect(() => setHasViewed(viewedCars().some((id) => id !== except)), [except]);
  if (!hasViewed) return null;
  return (
    <Suspense fallback={null}>
      <ViewedCarsSection {...props} />
    </Suspense>
  );
}
