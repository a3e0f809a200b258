import { Link } from 'react-router';
import { FavoriteListingCard } from '#features/catalog/favorites/components/favorite-listing-card.tsx';
import { CarSection } from '#features/catalog/listings/components/car-section.tsx';
import type { RelatedResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';

const SIZES = '(min-width: 80rem) 26rem, (min-width: 64rem) 31vw, (min-width: 36rem) 46vw, 80vw';

/** Renders nothing if there are no related cars or they could not be loaded. */
export default function RelatedVehicles({ cars, all }: { cars: RelatedResponse | null; all: string }) {
  const t = useTranslator();
  if (cars === null || cars.length === 0) return null;
  return (
    <CarSection title={t('car.related')}>
      <Carousel label={t('car.related.list')} step="view" dots>
        {cars.map((car) => (
          <FavoriteListingCard key={car.listing_id} car={car} sizes={SIZES}>
            <ul className="mt-3 flex flex-wrap gap-1.5">
              {car.tags.map((tag) => (
                <li key={tag} className="rounded-full bg-sunken px-2.5 py-0.5 text-sm">
                  {t(`car.tag.${tag}`)}
                </li>
              ))}
            </ul>
          </FavoriteListingCard>
        ))}
      </Carousel>
      <Link
        to={all}
        className="inline-flex min-h-11 items-center justify-self-start font-semibold text-link underline-offset-4 hover:underline"
      >
        {t('car.related.all')}
      </Link>
    </CarSection>
  );
}
