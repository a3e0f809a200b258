import { Suspense, use } from 'react';
import { useRevalidator } from 'react-router';
import { FavoriteListingCard } from '#features/catalog/favorites/components/favorite-listing-card.tsx';
import type { ReadFailure } from '#features/catalog/listings/client/listing-client.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { ListingGridSkeleton } from './listing-grid.tsx';

export type Featured = { cars: CardResponse[]; failure: ReadFailure | null };

const SIZES = '(min-width: 80rem) 27rem, (min-width: 64rem) 31vw, (min-width: 36rem) 46vw, 78vw';

/** The featured cars are part of the server-rendered page, and a promise after client-side navigation. */
export function FeaturedListings({ featured }: { featured: Featured | Promise<Featured> }) {
  if (!(featured instanceof Promise)) return <FeaturedCars {...featured} />;
  return (
    <Suspense fallback={<Loading />}>
      <AwaitedCars featured={featured} />
    </Suspense>
  );
}

function AwaitedCars({ featured }: { featured: Promise<Featured> }) {
  return <FeaturedCars {...use(featured)} />;
}

function Loading() {
  const t = useTranslator();
  return (
    <>
      <p role="status">{t('home.featured.loading')}</p>
      <ListingGridSkeleton />
    </>
  );
}

function FeaturedCars({ cars, failure }: Featured) {
  const t = useTranslator();
  const { revalidate, state } = useRevalidator();
  if (failure) {
    return (
      <div role="alert" className="grid justify-items-start gap-3 rounded-lg border border-danger bg-danger-ground p-5">
        <p>{t('cars.error', { message: t.message(failure) })}</p>
        <Button onClick={revalidate} disabled={state === 'loading'}>
          {t('home.featured.retry')}
        </Button>
      </div>
    );
  }
  if (cars.length === 0) return <p className="text-ink-soft">{t('home.featured.none')}</p>;
  return (
    // A row to swipe on phones, where six cards below each other hide the rest of the page.
    <ul className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:p-0 lg:grid-cols-3 lg:gap-6">
      {cars.map((car) => (
        <li key={car.listing_id} className="w-[84%] shrink-0 snap-start sm:w-auto">
          <FavoriteListingCard car={car} sizes={SIZES} featured />
        </li>
      ))}
    </ul>
  );
}
