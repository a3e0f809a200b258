import { useSyncExternalStore } from 'react';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { hasStoredUser } from '#lib/session/stored-user.ts';
import { favouriteIds, toggled } from '../model/favorites.ts';
import { sendFavourite } from './save-favorite.ts';
import { keepLater } from './store-when-idle.ts';
import { storedFavourites, storeFavourites, watchFavourites } from './stored-favorites.ts';

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
