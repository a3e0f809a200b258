import '#generated/words/en-reviews.ts';
import { useEffect } from 'react';
import { data, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { guarded } from '#features/accounts/guarded.ts';
import { countView } from '#features/listings/components/count-view.ts';
import { CarDetails } from '#features/listings/components/detail/car-details.tsx';
import { CarUnavailable } from '#features/listings/components/detail/car-unavailable.tsx';
import { keepLater } from '#features/listings/components/offline/keep-later.ts';
import { rememberSeenCar } from '#features/listings/components/offline/stored-seen-cars.ts';
import { EVERYTHING, writeExplore } from '#features/listings/explore-query.ts';
import { hasLanding, landingPath } from '#features/listings/landing.ts';
import { CarsUnavailable, fetchListing, fetchRelated } from '#features/listings/listing-calls.ts';
import type { ListingAnswer } from '#features/listings/listing-contract.ts';
import { listingMeta } from '#features/listings/listing-meta.ts';
import { listingIdOfSlug, listingPath } from '#features/listings/listing-slug.ts';
import { shownPrice } from '#features/listings/shown-price.ts';
import { CarReviews } from '#features/reviews/components/car-reviews.tsx';
import { carReviewActs } from '#features/reviews/review-acts.ts';
import { fetchReviews, reviewsPage } from '#features/reviews/review-calls.ts';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { type LoadInput, loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { siteOfMatches, useSite } from '#platform/pages/use-site.ts';
import { englishWords, type Words } from '#platform/words/words.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { paths } from '../paths.ts';

const NOWHERE = { car: null, related: null, reviews: null, failure: null };

/** A car by its address. Words of the address that are out of date lead to the right one. */
async function load({ api, url, params }: LoadInput) {
  const id = listingIdOfSlug(params.slug ?? '');
  if (id === null) return data(NOWHERE, { status: 404 });
  try {
    const [car, related] = await Promise.all([fetchListing(api, id), fetchRelated(api, id).catch(() => null)]);
    if (car === null) return data(NOWHERE, { status: 404 });
    const path = pathOf(car);
    if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path + url.search, 301);
    const page = reviewsPage(url.searchParams);
    const reviews = car.reviewCount > 0 ? await fetchReviews(api, id, page).catch(() => null) : null;
    return data({ car, related, reviews, failure: null });
  } catch (error) {
    if (!(error instanceof CarsUnavailable)) throw error;
    return data({ ...NOWHERE, failure: { say: error.say, values: error.values } }, { status: 503 });
  }
}

/** What the seller does there. */
const act = guarded(byForm(carReviewActs));

export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act, ['text']);
export const clientAction = actInBrowser(act);

export const meta: MetaFunction = ({ loaderData, matches }) => {
  const { car } = (loaderData ?? NOWHERE) as { car: ListingAnswer | null };
  if (!car) return [{ title: englishWords('car.notFound.title') }, { name: 'robots', content: 'noindex' }];
  const crumbs = crumbsOf(car, englishWords);
  return listingMeta({ origin: siteOfMatches(matches).origin, car, crumbs, price: shownPrice(car.price) });
};

/** The page of one car, for sale or for rent. */
export default function CarPage() {
  const t = useWords();
  const { origin } = useSite();
  const { car, related, reviews, failure } = useLoaderData<typeof loader>();
  const id = car?.listing_id;
  useEffect(() => {
    if (id === undefined) return;
    rememberListing(id);
    countView(id);
    rememberSeenCar(id);
    keepLater(id);
  }, [id]);
  if (car === null) return <CarUnavailable browse={paths.explore} failure={failure} />;
  return (
    <CarDetails
      key={car.listing_id}
      car={car}
      related={related}
      crumbs={crumbsOf(car, t)}
      url={origin + pathOf(car)}
      links={{ all: exploreLink(car), similar: exploreLink(car, { make: car.make }) }}
      reviews={<CarReviews car={car} answer={reviews} />}
    />
  );
}

function pathOf({ listing_id: id, make, model, RentSell: offer }: ListingAnswer): string {
  return listingPath({ id, make, model, offer });
}

function exploreLink({ RentSell }: ListingAnswer, narrowed: { make?: string } = {}): string {
  return paths.explore + writeExplore({ ...EVERYTHING, mode: RentSell === 'Rent' ? 'rent' : 'buy', ...narrowed });
}

/** A make or model that no address can hold has no page of its own: its crumb leads to the search. */
function crumbsOf(car: ListingAnswer, t: Words) {
  const { RentSell: offer, make, model } = car;
  const ofMake = hasLanding(make) ? landingPath({ offer, make }) : exploreLink(car, { make });
  return [
    { name: t('car.breadcrumbs.home'), to: paths.home },
    {
      name: t(offer === 'Rent' ? 'car.breadcrumbs.rent' : 'car.breadcrumbs.buy'),
      to: exploreLink(car),
    },
    { name: make, to: ofMake },
    { name: model, to: hasLanding(make) && hasLanding(model) ? landingPath({ offer, make, model }) : ofMake },
  ];
}

/** Where the rest of this browser session finds the car that was looked at last. */
function rememberListing(id: number): void {
  try {
    sessionStorage.setItem('currentListingId', String(id));
  } catch {
    // A browser may refuse storage; nothing depends on it.
  }
}
