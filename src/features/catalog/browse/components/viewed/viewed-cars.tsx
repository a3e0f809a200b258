import { Suspense, useEffect, useState } from 'react';
import { viewedCars } from '#features/catalog/favorites/client/stored-viewed-cars.ts';
import { lazyPart } from '#lib/pages/lazy-part.ts';
import { useNear } from '#ui/use-near.ts';
import type { ViewedCarsProps } from './viewed-cars-section.tsx';

const ViewedCarsSection = lazyPart(() => import('./viewed-cars-section.tsx'));

/** The cars viewed last in this browser. Loaded near the viewport, and only if there are any. */
export function ViewedCars(props: ViewedCarsProps) {
  const { except } = props;
  const [hasViewed, setHasViewed] = useState(false);
  const { ref, isNear } = useNear<HTMLDivElement>();
  useEffect(() => setHasViewed(viewedCars().some((id) => id !== except)), [except]);
  return (
    <div ref={ref}>
      {hasViewed && isNear && (
        <Suspense fallback={null}>
          <ViewedCarsSection {...props} />
        </Suspense>
      )}
    </div>
  );
}
