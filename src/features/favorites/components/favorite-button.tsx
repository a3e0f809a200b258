import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { useFavorite } from '../client/use-favorite.ts';

type FavouriteHeartProps = { id: number; car: string; className?: string };

/** Needs JavaScript, so it is hidden without it. */
export function FavoriteButton({ id, car, className = '' }: FavouriteHeartProps) {
  const t = useTranslator();
  const [favourite, toggle] = useFavorite(id);
  return (
    <button
      type="button"
      aria-pressed={favourite}
      aria-label={t('cars.favourite', { car })}
      onClick={toggle}
      className={`grid size-11 place-items-center rounded-full border border-line bg-surface noscript:hidden ${favourite ? 'text-danger' : 'text-ink'} ${className}`}
    >
      <Icon name="heart" className={`size-5 ${favourite ? 'fill-current' : ''}`} />
    </button>
  );
}
