import { useEffect, useState } from 'react';
import { storeWhenIdle } from '#features/catalog/favorites/client/store-when-idle.ts';
import { forgetViewedCars, viewedCars } from '#features/catalog/favorites/client/stored-viewed-cars.ts';
import { viewedCarsToShow } from '#features/catalog/favorites/model/viewed-cars.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { useNear } from '#ui/use-near.ts';
import ViewedCarsRow from './viewed-cars-row.tsx';

export type ViewedCarsProps = {
  /** The car that the page is about. */
  except?: number;
  className?: string;
};

/**
 * The cars viewed last in this browser. Their list is kept in the browser only; the cars are loaded when the row is
 * nearly in view.
 */
export default function ViewedCarsSection({ except, className = '' }: ViewedCarsProps) {
  const t = useTranslator();
  const [ids, setIds] = useState<number[]>([]);
  useEffect(() => setIds(viewedCarsToShow(viewedCars(), except)), [except]);
  const { ref, isNear } = useNear<HTMLDivElement>();
  const clear = () => {
    forgetViewedCars(viewedCars());
    setIds([]);
    ref.current?.focus({ preventScroll: true });
    storeWhenIdle();
    showToast(t('cars.viewed.cleared'));
  };
  return (
    <div ref={ref} tabIndex={-1}>
      {ids.length > 0 && (
        <section aria-label={t('cars.viewed')} className={className}>
          <div className="flex items-center justify-between gap-4">
            <h2 className="text-xl">{t('cars.viewed')}</h2>
            <Button kind="plain" aria-label={t('cars.viewed.clear.label')} onClick={clear}>
              {t('cars.viewed.clear')}
            </Button>
          </div>
          <div className="mt-3 min-h-[30rem]">{isNear && <ViewedCarsRow ids={ids} onNone={() => setIds([])} />}</div>
        </section>
      )}
    </div>
  );
}
