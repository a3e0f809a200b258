import { useWords } from '#platform/words/words-context.tsx';
import { useFavourite } from './use-favourite.ts';

type FavouriteHeartProps = { id: number; car: string; className?: string };

/** Keeps a car among this browser's favourites. Needs JavaScript, so it is not shown without. */
export function FavouriteHeart({ id, car, className = '' }: FavouriteHeartProps) {
  const t = useWords();
  const [favourite, toggle] = useFavourite(id);
  return (
    <button
      type="button"
      aria-pressed={favourite}
      aria-label={t('cars.favourite', { car })}
      onClick={toggle}
      className={`grid size-11 place-items-center rounded-full border border-line bg-surface noscript:hidden ${favourite ? 'text-danger' : 'text-ink'} ${className}`}
    >
      <svg
        viewBox="0 0 24 24"
        className="size-5"
        fill={favourite ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M12 20.5C5 15.5 2.5 12 2.5 8.5A5 5 0 0 1 12 6.6a5 5 0 0 1 9.5 1.9c0 3.5-2.5 7-9.5 12Z" />
      </svg>
    </button>
  );
}
