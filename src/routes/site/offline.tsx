import { useEffect, useState } from 'react';
import { type MetaFunction, useSearchParams } from 'react-router';
import { type OfflineCar, readOfflineCars } from '#features/catalog/favorites/client/offline-cars.ts';
import { FavoriteListingCard } from '#features/catalog/favorites/components/favorite-listing-card.tsx';
import { StoredOrders } from '#features/shipping/shipments/components/stored-orders.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { pageMeta, pageOfMatches } from '#lib/pages/page-handlers.ts';
import { paths, returnPath } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';

export const meta: MetaFunction = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  return pageMeta({
    title: t('offline.title'),
    description: t('offline.text'),
    site,
    path: paths.offline,
    indexed: false,
  });
};

const NONE = { favorites: [] as OfflineCar[], viewed: [] as OfflineCar[] };

/** Shown by the service worker when a page cannot be loaded: the stored pages, and a way back. */
export default function Offline() {
  const t = useTranslator();
  const wanted = useSearchParams()[0].get('page');
  const [offlineCars, setOfflineCars] = useState<typeof NONE>();
  useEffect(() => {
    readOfflineCars().then(setOfflineCars, () => setOfflineCars(NONE));
  }, []);
  return (
    <div className="mx-auto grid max-w-[86rem] grid-cols-1 gap-10 px-4 py-8 md:px-8 md:py-12">
      <div className="grid max-w-2xl justify-items-start gap-4">
        <h1 className="text-2xl">{t('offline.title')}</h1>
        <p className="text-ink-soft text-lg">{t('offline.text')}</p>
        <LinkButton to={wanted === null ? paths.home : returnPath(wanted)} reloadDocument>
          {t('offline.again')}
        </LinkButton>
      </div>
      <StoredOrders wanted={wanted} />
      {offlineCars && (
        <>
          <OfflineCarList title="offline.favourites" none="offline.noFavourites" cars={offlineCars.favorites} />
          <OfflineCarList title="offline.seen" none="offline.noSeen" cars={offlineCars.viewed} />
        </>
      )}
    </div>
  );
}

type OfflineCarListProps = { title: MessageKey; none: MessageKey; cars: OfflineCar[] };

/** Cars as they were when stored, each with that time. */
function OfflineCarList({ title, none, cars }: OfflineCarListProps) {
  const t = useTranslator();
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t(title)}</h2>
      {cars.length === 0 && <p className="text-ink-soft">{t(none)}</p>}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-3">
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
