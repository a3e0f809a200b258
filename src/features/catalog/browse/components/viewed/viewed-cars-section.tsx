import { useEffect, useState } from 'react';
import { listingCalls } from '#features/catalog/catalog-calls.ts';
import { storeWhenIdle } from '#features/catalog/favorites/client/store-when-idle.ts';
import { forgetViewedCars, viewedCars } from '#features/catalog/favorites/client/stored-viewed-cars.ts';
import { FavoriteListingCard } from '#features/catalog/favorites/components/favorite-listing-card.tsx';
import { viewedCarsToShow } from '#features/catalog/favorites/model/viewed-cars.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { Button } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { useNear } from '#ui/use-near.ts';

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

const SIZES = '(min-width: 80rem) 26rem, (min-width: 64rem) 31vw, (min-width: 36rem) 46vw, 80vw';

type ViewedCarsRowProps = { ids: number[]; onNone: () => void };

/** Loads the cars. Removes cars that have become private from the browser's list. */
export function ViewedCarsRow({ ids, onNone }: ViewedCarsRowProps) {
  const t = useTranslator();
  const [cars, setCars] = useState<CardResponse[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cars are loaded once per list
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const { listings } = await browserApi.call(listingCalls.cards, { query: { ids: ids.join(',') } });
      const found = listings.map(({ listing_id }) => listing_id);
      forgetViewedCars(ids.filter((id) => !found.includes(id)));
      if (!isCurrent) return;
      setCars(listings);
      if (listings.length === 0) onNone();
    };
    load().catch(() => isCurrent && onNone());
    return () => {
      isCurrent = false;
    };
  }, [ids]);
  if (cars.length === 0) return null;
  return (
    <Carousel label={t('cars.viewed.list')} step="view">
      {cars.map((car) => (
        <FavoriteListingCard key={car.listing_id} car={car} sizes={SIZES} />
      ))}
    </Carousel>
  );
}
