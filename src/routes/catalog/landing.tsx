import { data, type MetaFunction, redirect, useLoaderData, useLocation } from 'react-router';
import { fetchShippedInventory, landingMeta } from '#features/catalog/browse/client/landing-meta.ts';
import { LandingCars, LandingLinks } from '#features/catalog/browse/components/landing-sections.tsx';
import type { InventoryResponse } from '#features/catalog/browse/model/inventory-contract.ts';
import {
  type Landing,
  type LandingKind,
  landingFilters,
  landingPath,
  landingSearch,
  landingView,
  offerOfPath,
  otherOffer,
  pageOfAddress,
  valueOfSlug,
} from '#features/catalog/browse/model/landing.ts';
import { landingCrumbs, landingSentences, landingTitle } from '#features/catalog/browse/model/landing-text.ts';
import { CompareBarSlot } from '#features/catalog/compare/components/compare-bar-slot.tsx';
import {
  carriedCrumbs,
  storedDestination,
  useCarriedDestination,
  useDestinationInAddress,
} from '#features/catalog/landed-cost/client/destination.ts';
import {
  cardPlaceOf,
  fetchRenderedItems,
  type RenderedItems,
  RenderedItemsContext,
} from '#features/catalog/landed-cost/client/landed-items.ts';
import { CarsUnavailable } from '#features/catalog/listings/client/listing-client.ts';
import { namesDestination } from '#features/customs/import-rules/model/destination.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const NOTHING = { offer: 'Sell', inventory: null, landed: null, failure: null } as const;

/** Loads the landing page of a make, model, type, fuel, province or price band. Redirects other spellings, and pages past the end. */
async function load({ api, url, params }: LoadInput) {
  const offer = offerOfPath(url.pathname);
  const { make, model } = params;
  const named = (kind: LandingKind) => valueOfSlug(kind, params[kind], offer);
  try {
    const inventory = await fetchShippedInventory(
      api,
      {
        rentSell: offer,
        make,
        model,
        carType: named('carType'),
        fuelType: named('fuelType'),
        province: named('province'),
        priceBand: named('priceBand'),
        page: pageOfAddress(url.searchParams),
      },
      landingView(url.searchParams, offer),
    );
    if (inventory === null) return data(NOTHING, { status: 404 });
    const path = landingPath({ ...inventory, offer });
    if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path + url.search, 301);
    if (inventory.listings.length === 0 && inventory.pagination.page > 1)
      throw redirect(path + landingSearch(landingView(url.searchParams, offer)));
    const landed = await fetchRenderedItems(api, url, inventory.listings);
    return data({ offer, inventory, landed, failure: null });
  } catch (error) {
    if (!(error instanceof CarsUnavailable)) throw error;
    return data({ ...NOTHING, failure: error.failure }, { status: 503 });
  }
}
export const loader = serverLoader(load);
/** Skips loading a page that the destination of this browser would replace immediately. */
const loadHere = async (input: LoadInput) => {
  const { url } = input;
  const to = storedDestination();
  if (to !== '' && offerOfPath(url.pathname) === 'Sell' && !namesDestination(url.searchParams)) {
    url.searchParams.set('to', to);
    throw redirect(url.pathname + url.search);
  }
  return load(input);
};
export const clientLoader = browserLoader(loadHere);

export const meta: MetaFunction<typeof loader> = ({ loaderData, location, matches }) => {
  const { offer, inventory, landed } = loaderData ?? NOTHING;
  const { site, t } = pageOfMatches(matches);
  if (!inventory) return [{ title: t('browse.notFound.title') }, { name: 'robots', content: 'noindex' }];
  const landing = { ...inventory, offer };
  return landingMeta({
    site,
    t,
    landing,
    inventory,
    crumbs: landingCrumbs(landing, t),
    hasDestination: namesDestination(new URLSearchParams(location.search)),
    cardPlace: cardPlaceOf(landed),
  });
};

/** Landing page of all cars, or of one make, model, type, fuel, province or price band, with current facts. */
export default function LandingPage() {
  const { offer, inventory, landed, failure } = useLoaderData<typeof loader>();
  const t = useTranslator();
  if (inventory) return <Market landing={{ ...inventory, offer }} inventory={inventory} landed={landed} />;
  return failure === null ? (
    <MessagePage title={t('browse.notFound.title')} text={t('browse.notFound.text')}>
      <LinkButton to={paths.usedCars} kind="action">
        {t('browse.notFound.all')}
      </LinkButton>
    </MessagePage>
  ) : (
    <MessagePage title={t('cars.error', { message: t.message(failure) })} text={t('browse.failed')}>
      <LinkButton to={paths.explore}>{t('browse.filter')}</LinkButton>
    </MessagePage>
  );
}

type MarketProps = { landing: Landing; inventory: InventoryResponse; landed: RenderedItems | null };

function Market({ landing, inventory, landed }: MarketProps) {
  const t = useTranslator();
  const carry = useCarriedDestination();
  const other = otherOffer(landing);
  const sentences = landingSentences(landing, inventory, t);
  const view = landingView(new URLSearchParams(useLocation().search), landing.offer);
  useDestinationInAddress(landing.offer === 'Sell');
  return (
    <>
      <header className="border-line border-b bg-sunken">
        <div className="mx-auto grid max-w-[86rem] justify-items-start gap-3 px-4 py-5 md:px-8 md:py-8">
          <Breadcrumbs crumbs={carriedCrumbs(landingCrumbs(landing, t), carry)} />
          <h1 className="text-xl sm:text-2xl">{landingTitle(landing, t)}</h1>
          <p className="figures max-w-prose text-lg">{sentences.join(' ') || t('browse.none')}</p>
          <div className="flex flex-wrap gap-3">
            {sentences.length > 0 ? (
              <LinkButton to={carry(paths.explore + landingFilters(landing))}>{t('browse.filter')}</LinkButton>
            ) : (
              <LinkButton to={paths.contact}>{t('browse.ask')}</LinkButton>
            )}
            <LinkButton to={landingPath(other)} kind="plain">
              {t(`browse.other.${other.offer}`)}
            </LinkButton>
          </div>
        </div>
      </header>
      <div className="mx-auto grid max-w-[86rem] gap-10 px-4 py-8 md:px-8">
        <RenderedItemsContext value={landed}>
          {(inventory.listings.length > 0 || inventory.destination?.prohibited) && (
            <LandingCars inventory={inventory} view={view} />
          )}
        </RenderedItemsContext>
        <LandingLinks landing={landing} inventory={inventory} />
      </div>
      <CompareBarSlot />
    </>
  );
}
