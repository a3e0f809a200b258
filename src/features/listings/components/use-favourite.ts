import { useSyncExternalStore } from 'react';
import { isApiFailure } from '#platform/api-client/api-client.ts';
import { hasStoredUser } from '#platform/session/stored-user.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { showToast } from '#ui/toast-store.ts';
import { favouriteIds, toggled } from '../favourites.ts';
import { keepLater } from './offline/keep-later.ts';
import { sendFavourite } from './send-favourite.ts';
import { storedFavourites, storeFavourites, watchFavourites } from './stored-favourites.ts';

/** Whether a car is among the person's favourites, and the switch for it: at once here, and then in the account. */
export function useFavourite(id: number): [favourite: boolean, toggle: () => void] {
  const t = useWords();
  const ids = favouriteIds(useSyncExternalStore(watchFavourites, storedFavourites, () => ''));
  const sayFailed = (reason: unknown) => {
    const why = isApiFailure(reason) ? reason.message : t('ui.unreachable');
    showToast(t('cars.favourite.failed', { why }), 'failed');
  };
  const toggle = () => {
    storeFavourites(toggled(favouriteIds(storedFavourites()), id));
    keepLater();
    if (hasStoredUser()) sendFavourite(id, sayFailed);
  };
  return [ids.includes(id), toggle];
}
