import { useEffect } from 'react';
import { useWords } from '#platform/words/words-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { favouriteIds } from '../favourites.ts';
import type { CardAnswer } from '../listing-contract.ts';
import { StatusBadge } from './detail/status-badge.tsx';
import { ListingCard } from './listing-card.tsx';
import { keepLater } from './offline/keep-later.ts';
import { sendsFavourites } from './send-favourite.ts';
import { storedFavourites, storeFavourites } from './stored-favourites.ts';

/** The cars that the account has saved. One whose heart is emptied stays until the page is left, so that it can be filled again. */
export function FavouriteList({ cars, browse }: { cars: CardAnswer[]; browse: string }) {
  const t = useWords();
  useFilledHearts(cars);
  if (cars.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-soft">{t('cars.favourites.none')}</p>
        <LinkButton to={browse}>{t('car.notFound.browse')}</LinkButton>
      </div>
    );
  }
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-3">
      {cars.map((car) => (
        <li key={car.listing_id}>
          <ListingCard car={car}>
            {car.listing_status !== 'active' && (
              <p className="mt-3">
                <StatusBadge status={car.listing_status} />
              </p>
            )}
          </ListingCard>
        </li>
      ))}
    </ul>
  );
}

/** Cars that another device saved have a filled heart here too, from the first moment. */
function useFilledHearts(cars: CardAnswer[]) {
  useEffect(() => {
    if (sendsFavourites()) return;
    const stored = favouriteIds(storedFavourites());
    const missing = cars.map((car) => car.listing_id).filter((id) => !stored.includes(id));
    if (missing.length > 0) storeFavourites([...missing.reverse(), ...stored]);
    keepLater();
  }, [cars]);
}
