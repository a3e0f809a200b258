import { useEffect, useState } from 'react';
import { type MetaFunction, useSearchParams } from 'react-router';
import { type OfflineCar, readOfflineCars } from '#features/catalog/favorites/client/offline-cars.ts';
import { OfflineCarList } from '#features/catalog/favorites/components/offline-car-list.tsx';
import { StoredOrders } from '#features/shipping/shipments/components/stored-orders.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { pageMeta } from '#lib/pages/meta.ts';
import { pageOfMatches } from '#lib/pages/use-site.ts';
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
