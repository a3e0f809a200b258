import { Component, lazy, Suspense } from 'react';
import { useComparedCars } from '../client/use-compared-cars.ts';

const CompareBar = lazy(() => import('./compare-bar.tsx'));

/** Below the content of a page with cars: the bar of chosen cars, loaded once there is one. */
export function CompareBarSlot() {
  const cars = useComparedCars();
  if (cars.length === 0) return null;
  return (
    <BarBoundary>
      <Suspense fallback={null}>
        <CompareBar cars={cars} />
      </Suspense>
    </BarBoundary>
  );
}

/** Renders nothing if the bar fails to load: the buttons of the cars show what is chosen. */
class BarBoundary extends Component<{ children: React.ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
