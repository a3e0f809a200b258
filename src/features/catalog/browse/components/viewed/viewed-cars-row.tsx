import { useEffect, useState } from 'react';
import { listingCalls } from '#features/catalog/catalog-calls.ts';
import { forgetViewedCars } from '#features/catalog/favorites/client/stored-viewed-cars.ts';
import { FavoriteListingCard } from '#features/catalog/favorites/components/favorite-listing-card.tsx';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';

const SIZES = '(min-width: 80rem) 26rem, (min-width: 64rem) 31vw, (min-width: 36rem) 46vw, 80vw';

type ViewedCarsRowProps = { ids: number[]; onNone: () => void };

/** Loads the cars. Those that are no longer public are removed from the browser's list. */
export default function ViewedCarsRow({ ids, onNone }: ViewedCarsRowProps) {
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
