import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { useFavorite } from '../client/use-favorite.ts';

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
