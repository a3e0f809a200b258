import { useEffect } from 'react';
import { data, useLoaderData, useNavigate } from 'react-router';
import { OrderTogether } from '#features/aftersales/sellers/components/order-together.tsx';
import { storeComparedCars, useComparedCars } from '#features/catalog/compare/client/stored-compared-cars.ts';
import { CompareNotes, CompareTable } from '#features/catalog/compare/components/compare-table.tsx';
import { comparedSearch, MAX_COMPARED_CARS, readCompared } from '#features/catalog/compare/model/compared-cars.ts';
import { CarsUnavailable, fetchListing } from '#features/catalog/listings/client/listing-client.ts';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, privateMeta, serverLoader } from '#lib/pages/page-handlers.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const load = async ({ api, url }: LoadInput) => {
  const address = readCompared(url.searchParams);
  try {
    const found = await Promise.all(address.ids.map((id) => fetchListing(api, id)));
    return data({ address, cars: found.filter((car) => car !== null), failure: null });
  } catch (error) {
    if (!(error instanceof CarsUnavailable)) throw error;
    return data({ address, cars: [], failure: error.failure }, { status: 503 });
  }
};
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta = privateMeta<typeof loader>((t, loaded) => {
  const names = loaded?.cars.map(({ make, model }) => [make, model].join(' ')) ?? [];
  return names.length > 1 ? t('compare.meta.title', { cars: names.join(' · ') }) : t('compare.title');
}, 'compare.meta.description');

/** Two to four cars side by side. The address says which, so that it can be shared. */
export default function Compare() {
  const t = useTranslator();
  const { address, cars, failure } = useLoaderData<typeof loader>();
  useStoredChoice(address.ids.length === 0 && address.ignored.length === 0);
  const missing = failure ? [] : address.ids.filter((id) => !cars.some((car) => car.listing_id === id));
  const searchWithout = (id: number) => comparedSearch(address.ids.filter((other) => other !== id));
  return (
    <div className="compare mx-auto grid max-w-[86rem] grid-cols-1 gap-5 px-4 py-6 md:px-8 md:py-10">
      <h1 className="text-xl sm:text-2xl">{t('compare.title')}</h1>
      <CompareNotes address={address} missing={missing} searchWithout={searchWithout} />
      {failure && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{t('cars.error', { message: t.message(failure) })}</p>
          <LinkButton to={{ search: comparedSearch(address.ids) }}>{t('explore.retry')}</LinkButton>
        </div>
      )}
      {!failure && cars.length === 0 && <NoCars />}
      {cars.length > 0 && (
        <>
          {cars.length === 1 && <p className="max-w-prose">{t('compare.one')}</p>}
          <Tools cars={cars} />
          <OrderTogether cars={cars} />
          <CompareTable cars={cars} searchWithout={searchWithout} />
          <p className="max-w-prose text-ink-soft text-sm">{t('compare.costs')}</p>
        </>
      )}
    </div>
  );
}

function NoCars() {
  const t = useTranslator();
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-6 sm:p-10">
      <p className="max-w-prose text-lg">{t('compare.none')}</p>
      <LinkButton to={paths.explore} kind="action">
        {t('compare.find')}
      </LinkButton>
    </div>
  );
}

function Tools({ cars }: { cars: ListingResponse[] }) {
  const t = useTranslator();
  /** The cars of a shared address are chosen in this browser too, before others are added to them. */
  const choose = () =>
    storeComparedCars(cars.map((car) => ({ id: car.listing_id, name: listingName(car), picture: car.images[0]?.url })));
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => showToast(t('compare.copied')),
      () => showToast(t('compare.copy.failed'), 'failed'),
    );
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {cars.length > 1 && (
        <label className="inline-flex min-h-11 items-center gap-2.5">
          <input type="checkbox" className="compare-switch size-5 accent-ink" />
          {t('compare.differences')}
        </label>
      )}
      {cars.length < MAX_COMPARED_CARS && (
        <LinkButton to={paths.explore} onClick={choose}>
          <Icon name="plus" className="size-4" />
          {t('compare.add')}
        </LinkButton>
      )}
      <Button onClick={copy} className="noscript:hidden">
        <Icon name="share" className="size-4" />
        {t('compare.copy')}
      </Button>
    </div>
  );
}

/** Shows the chosen cars of this browser if the address names none. */
function useStoredChoice(namesNone: boolean) {
  const navigate = useNavigate();
  const search = comparedSearch(useComparedCars().map(({ id }) => id));
  useEffect(() => {
    if (namesNone && search !== '') void navigate({ search }, { replace: true, preventScrollReset: true });
  }, [namesNone, search, navigate]);
}
