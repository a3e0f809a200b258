import { useEffect } from 'react';
import { StatusBadge } from '#features/catalog/listings/components/status-badge.tsx';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { storeWhenIdle } from '../client/store-when-idle.ts';
import { isSavingFavorites, storedFavorites, storeFavorites } from '../client/stored-favorites.ts';
import { favoriteIds } from '../model/favorites.ts';
import { FavoriteListingCard } from './favorite-listing-card.tsx';

/** The account's saved cars. A removed one stays until the page is left, so that it can be added again. */
export function FavoriteList({ cars, browse }: { cars: CardResponse[]; browse: string }) {
  const t = useTranslator();
  useStoredFavorites(cars);
  if (cars.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-soft">{t('cars.favourites.none')}</p>
        <LinkButton to={browse}>{t('car.notFound.browse')}</LinkButton>
      </div>
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-3">
      {cars.map((car) => (
        <li key={car.listing_id}>
          <FavoriteListingCard car={car}>
            {car.listing_status !== 'active' && (
              <p className="mt-3">
                <StatusBadge status={car.listing_status} />
              </p>
            )}
          </FavoriteListingCard>
        </li>
      ))}
    </ul>
  );
}

/** Stores the account's favorites in this browser, so that their buttons are filled here too. */
function useStoredFavorites(cars: CardResponse[]) {
  useEffect(() => {
    if (isSavingFavorites()) return;
    const stored = favoriteIds(storedFavorites());
    const missing = cars.map((car) => car.listing_id).filter((id) => !stored.includes(id));
    if (missing.length > 0) storeFavorites([...missing.reverse(), ...stored]);
    storeWhenIdle();
  }, [cars]);
}
