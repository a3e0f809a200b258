import type { WordId } from '#platform/words/words.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { utcText } from '#ui/utc-time.tsx';
import { ListingCard } from '../listing-card.tsx';
import type { KeptCar } from './kept-cars.ts';

type KeptCarListProps = { title: WordId; none: WordId; cars: KeptCar[] };

/** Cars as they were when they were kept, each with the time of that. */
export function KeptCarList({ title, none, cars }: KeptCarListProps) {
  const t = useWords();
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t(title)}</h2>
      {cars.length === 0 && <p className="text-ink-soft">{t(none)}</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-3">
        {cars.map(({ car, keptAt }) => (
          <li key={car.listing_id}>
            <ListingCard car={car}>
              <p className="mt-3 rounded-md bg-waiting-ground px-3 py-2 text-sm text-waiting">
                {t('shell.kept.at', { time: utcText(keptAt) })}
              </p>
            </ListingCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
