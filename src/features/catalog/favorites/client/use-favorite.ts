import { useSyncExternalStore } from 'react';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { hasStoredUser } from '#lib/session/stored-user.ts';
import { favoriteIds, toggled } from '../model/favorites.ts';
import { saveFavorite } from './save-favorite.ts';
import { storeWhenIdle } from './store-when-idle.ts';
import { storedFavorites, storeFavorites, watchFavorites } from './stored-favorites.ts';

/** Returns whether a car is a favorite, and a toggle that applies locally first, then saves to the account. */
export function useFavorite(id: number): [isFavorite: boolean, toggle: () => void] {
  const t = useTranslator();
  const ids = favoriteIds(useSyncExternalStore(watchFavorites, storedFavorites, () => ''));
  const reportFailure = (reason: unknown) => {
    const why = isApiFailure(reason) ? reason.message : t('ui.unreachable');
    showToast(t('cars.favourite.failed', { why }), 'failed');
  };
  const toggle = () => {
    storeFavorites(toggled(favoriteIds(storedFavorites()), id));
    storeWhenIdle();
    if (hasStoredUser()) saveFavorite(id, reportFailure);
  };
  return [ids.includes(id), toggle];
}
