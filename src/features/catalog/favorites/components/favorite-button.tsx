import { useSyncExternalStore } from 'react';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { hasStoredUser } from '#lib/session/stored-user.ts';
import { Icon } from '#ui/icon.tsx';
import { storeWhenIdle } from '../client/store-when-idle.ts';
import { saveFavorite, storedFavorites, storeFavorites, watchFavorites } from '../client/stored-favorites.ts';
import { favoriteIds, toggled } from '../model/favorites.ts';

/** Returns whether a car is a favorite, and a toggle that applies locally first, then saves to the account. */
function useFavorite(id: number): [isFavorite: boolean, toggle: () => void] {
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

type FavoriteButtonProps = { id: number; car: string; className?: string };

/** Needs JavaScript, so it is hidden without it. */
export function FavoriteButton({ id, car, className = '' }: FavoriteButtonProps) {
  const t = useTranslator();
  const [isFavorite, toggle] = useFavorite(id);
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={t('cars.favourite', { car })}
      onClick={toggle}
      className={`grid size-11 place-items-center rounded-full border border-line bg-surface noscript:hidden ${isFavorite ? 'text-danger' : 'text-ink'} ${className}`}
    >
      <Icon name="heart" className={`size-5 ${isFavorite ? 'fill-current' : ''}`} />
    </button>
  );
}
