import { Component, lazy, Suspense, useEffect, useState } from 'react';
import { viewedCars } from '#features/favorites/client/stored-viewed-cars.ts';
import type { ViewedCarsProps } from './viewed-cars-section.tsx';

const ViewedCarsSection = lazy(() => import('./viewed-cars-section.tsx'));

/** The cars viewed last in this browser. Loaded only if there are any. */
export function ViewedCars(props: ViewedCarsProps) {
  const { except } = props;
  const [hasViewed, setHasViewed] = useState(false);
  useEffect(() => setHasViewed(viewedCars().some((id) => id !== except)), [except]);
  if (!hasViewed) return null;
  return (
    <SectionBoundary>
      <Suspense fallback={null}>
        <ViewedCarsSection {...props} />
      </Suspense>
    </SectionBoundary>
  );
}

/** Renders nothing if the section fails to load: the page is complete without it. */
class SectionBoundary extends Component<{ children: React.ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
