import { useEffect, useState } from 'react';
import {
  type ClientActionFunctionArgs,
  data,
  type MetaFunction,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { actOnCarPage } from '#features/aftersales/car-reviews/client/review-actions.ts';
import { fetchReviews, reviewsPage } from '#features/aftersales/car-reviews/client/reviews.ts';
import { PromiseNote } from '#features/aftersales/claims/components/promise-note.tsx';
import { ViewedCars } from '#features/catalog/browse/components/viewed/viewed-cars.tsx';
import { exploreLink, namedLandingPath } from '#features/catalog/browse/model/car-links.ts';
import { CompareBarSlot } from '#features/catalog/compare/components/compare-bar-slot.tsx';
import { CompareButton } from '#features/catalog/compare/components/compare-button.tsx';
import { storeOnceInterested } from '#features/catalog/favorites/client/store-when-idle.ts';
import { rememberViewedCar } from '#features/catalog/favorites/client/stored-viewed-cars.ts';
import { FavoriteButton } from '#features/catalog/favorites/components/favorite-button.tsx';
import { carriedCrumbs, useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { fetchImportAnswer } from '#features/catalog/landed-cost/client/import-answer.ts';
import {
  cardPlaceOf,
  fetchRenderedItems,
  type RenderedItems,
  RenderedItemsContext,
} from '#features/catalog/landed-cost/client/landed-items.ts';
import { ImportSection } from '#features/catalog/landed-cost/components/import-section.tsx';
import { LocalPrice } from '#features/catalog/landed-cost/components/landed-line.tsx';
import { buyerFactsIn, withoutBuyerFacts } from '#features/catalog/landed-cost/model/buyer-facts.ts';
import { CarsUnavailable, fetchListing, fetchRelated } from '#features/catalog/listings/client/listing-client.ts';
import { listingMeta } from '#features/catalog/listings/client/listing-meta.ts';
import { CarDetails } from '#features/catalog/listings/components/car-details.tsx';
import { CarUnavailable } from '#features/catalog/listings/components/car-unavailable.tsx';
import { countView } from '#features/catalog/listings/components/count-view.ts';
import { isBookable, listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import type { CarPageResponse, ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { fetchPricePosition } from '#features/catalog/price-position/client/price-position.ts';
import { namesDestination, readDestination } from '#features/customs/import-rules/model/destination.ts';
import { RentalStaySlot } from '#features/payments/payments/components/rental-stay-slot.tsx';
import { type ChosenDays, daysInSearch, daysSearch } from '#features/payments/payments/model/rental-days.ts';
import { documentTranslator } from '#lib/i18n/document-messages.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { serverAction } from '#lib/pages/form-action.ts';
import { nearPart } from '#lib/pages/near-part.tsx';
import { browserLoader, type LoadInput, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { useSite } from '#lib/pages/page-site.ts';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { idOfSlug } from '#lib/slug.ts';
import { paths } from '#paths.ts';

const CarMore = nearPart(() => import('#features/catalog/price-position/components/car-more.tsx'), {
  areas: ['catalog-car'],
});
const CarReviews = nearPart(() => import('#features/aftersales/car-reviews/components/car-reviews.tsx'), {
  areas: ['aftersales-reviews'],
});
const RelatedVehicles = nearPart(() => import('#features/catalog/browse/components/related-vehicles.tsx'), {
  areas: ['catalog-car'],
});

const NOWHERE = {
  car: null,
  related: null,
  position: null,
  reviews: null,
  landed: null,
  rendered: null,
  failure: null,
};

/** Loads a car by its slug. Redirects from outdated slugs. */
async function load({ api, url, params }: LoadInput) {
  const id = idOfSlug(params.slug ?? '');
  if (id === null) return data(NOWHERE, { status: 404 });
  try {
    const [car, related, position] = await Promise.all([
      fetchListing(api, id),
      fetchRelated(api, id).catch(() => null),
      fetchPricePosition(api, id).catch(() => null),
    ]);
    if (car === null) return data(NOWHERE, { status: 404 });
    const path = pathOf(car);
    if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path + url.search, 301);
    const page = reviewsPage(url.searchParams);
    const to = car.RentSell === 'Sell' ? readDestination(url.searchParams.get('to')) : null;
    const [landed, rendered, reviews] = await Promise.all([
      to && fetchImportAnswer(api, id, to, buyerFactsIn(url.searchParams)).catch(() => null),
      fetchRenderedItems(api, url, [car, ...(related ?? [])]),
      car.reviewCount > 0 ? fetchReviews(api, id, page).catch(() => null) : null,
    ]);
    return data({ car, related, position, reviews, landed, rendered, failure: null });
  } catch (error) {
    if (!(error instanceof CarsUnavailable)) throw error;
    return data({ ...NOWHERE, failure: error.failure }, { status: 503 });
  }
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(actOnCarPage, ['text']);

/** Loads what sends forms with the first form: only sellers have one here. */
export async function clientAction(input: ClientActionFunctionArgs) {
  const loaded = await import('#features/aftersales/car-reviews/client/review-actions.ts').catch(() => null);
  if (loaded) return loaded.actInBrowser(input);
  showToast(documentTranslator()('ui.unreachable'), 'failed');
  return null;
}

/** The price as new is for the import section, which loads its own answers. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSamePage = withoutBuyerFacts(currentUrl) === withoutBuyerFacts(nextUrl) && currentUrl.href !== nextUrl.href;
  return formMethod === undefined && isSamePage ? false : defaultShouldRevalidate;
}

export const meta: MetaFunction = ({ loaderData, location, matches }) => {
  const { car, rendered } = (loaderData ?? NOWHERE) as {
    car: CarPageResponse | null;
    rendered: RenderedItems | null;
  };
  const { site, t } = pageOfMatches(matches);
  if (!car) return [{ title: t('car.notFound.title') }, { name: 'robots', content: 'noindex' }];
  return listingMeta({
    site,
    t,
    car,
    crumbs: crumbsOf(car, t),
    indexed: !namesDestination(new URLSearchParams(location.search)),
    cardPlace: cardPlaceOf(rendered),
  });
};

export default function CarPage() {
  const t = useTranslator();
  const { origin } = useSite();
  const { car, related, position, reviews, landed, rendered, failure } = useLoaderData<typeof loader>();
  const [stay, setStay] = useChosenDays(car?.listing_id);
  const carry = useCarriedDestination();
  const id = car?.listing_id;
  useEffect(() => {
    if (id === undefined) return;
    rememberListing(id);
    countView(id);
    rememberViewedCar(id);
    storeOnceInterested(id);
  }, [id]);
  if (car === null) return <CarUnavailable browse={paths.explore} failure={failure} />;
  return (
    <RenderedItemsContext value={rendered}>
      <CarDetails
        key={car.listing_id}
        car={car}
        favorite={
          <>
            <FavoriteButton id={car.listing_id} car={listingName(car)} />
            <CompareButton car={car} />
          </>
        }
        related={
          <div className="grid min-w-0 grid-cols-1 gap-10">
            <RelatedVehicles
              cars={related}
              all={car.RentSell === 'Sell' ? carry(exploreLink(car.RentSell)) : exploreLink(car.RentSell)}
            />
            <ViewedCars except={car.listing_id} />
          </div>
        }
        crumbs={car.RentSell === 'Sell' ? carriedCrumbs(crumbsOf(car, t), carry) : crumbsOf(car, t)}
        days={
          car.RentSell === 'Rent' &&
          isBookable(car.RentSell, car.listing_status) && <RentalStaySlot car={car} days={stay} onChange={setStay} />
        }
        booking={stay ? daysSearch(stay) : car.RentSell === 'Sell' ? carry('') : ''}
        url={origin + pathOf(car)}
        links={{ similar: exploreLink(car.RentSell, car.landingPages === 'none' ? undefined : car.make) }}
        more={
          <>
            <CarMore car={car} position={position} />
            {car.RentSell === 'Sell' && <PromiseNote />}
            <CarReviews car={car} response={reviews} />
          </>
        }
        landed={car.RentSell === 'Sell' && <ImportSection id={car.listing_id} initial={landed} />}
        localPrice={car.RentSell === 'Sell' && <LocalPrice id={car.listing_id} />}
      />
      <CompareBarSlot />
    </RenderedItemsContext>
  );
}

/** The days chosen on the page of a car; first those that its address names, as after a search by days. */
function useChosenDays(id: number | undefined) {
  const { search } = useLocation();
  const [chosen, setChosen] = useState<{ id: number | undefined; days: ChosenDays } | null>(null);
  const days = chosen?.id === id ? (chosen?.days ?? null) : daysInSearch(new URLSearchParams(search));
  return [days, (next: ChosenDays) => setChosen({ id, days: next })] as const;
}

function pathOf({ listing_id: id, make, model, RentSell: offer }: ListingResponse): string {
  return listingPath({ id, make, model, offer });
}

/** Only approved makes and models have landing pages. The others are named without a link. */
function crumbsOf(car: CarPageResponse, t: Translator): Crumb[] {
  const { RentSell: offer, make, model, landingPages } = car;
  const parents = [
    { name: t('car.breadcrumbs.home'), to: paths.home },
    {
      name: t(offer === 'Rent' ? 'car.breadcrumbs.rent' : 'car.breadcrumbs.buy'),
      to: exploreLink(offer),
    },
  ];
  if (landingPages === 'none') return [...parents, { name: `${make} ${model}` }];
  const ofModel =
    landingPages === 'model' ? { name: model, to: namedLandingPath(offer, make, model) } : { name: model };
  return [...parents, { name: make, to: namedLandingPath(offer, make) }, ofModel];
}

/** Stores the last viewed car for this browser session. */
function rememberListing(id: number): void {
  try {
    sessionStorage.setItem('currentListingId', String(id));
  } catch {
    // A browser may deny storage; nothing depends on it.
  }
}
