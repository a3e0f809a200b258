import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { OfflineCar } from '../client/offline-cars.ts';
import { FavoriteListingCard } from './favorite-listing-card.tsx';

type OfflineCarListProps = { title: MessageKey; none: MessageKey; cars: OfflineCar[] };

/** Cars as they were when stored, each with that time. */
export function OfflineCarList({ title, none, cars }: OfflineCarListProps) {
  const t = useTranslator();
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t(title)}</h2>
      {cars.length === 0 && <p className="text-ink-soft">{t(none)}</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-3">
        {cars.map(({ car, cachedAt }) => (
          <li key={car.listing_id}>
            <FavoriteListingCard car={car}>
              <p className="mt-3 rounded-md bg-waiting-ground px-3 py-2 text-sm text-waiting">
                {t('shell.kept.at', { time: t.utcTime(cachedAt) })}
              </p>
            </FavoriteListingCard>
          </li>
        ))}
      </ul>
    </section>
  );
}
