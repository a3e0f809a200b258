import { type MetaFunction, useLoaderData, useLocation, useNavigate } from 'react-router';
import { ClaimsStrip, fetchFigures } from '#features/aftersales/figures/components/claims-strip.tsx';
import { BrandStrip, Insights, Testimonials } from '#features/aftersales/figures/components/home-figures.tsx';
import { type Featured, FeaturedListings } from '#features/catalog/browse/components/featured-listings.tsx';
import { SearchBox } from '#features/catalog/browse/components/search-box.tsx';
import { ViewedCars } from '#features/catalog/browse/components/viewed/viewed-cars.tsx';
import { CompareBarSlot } from '#features/catalog/compare/components/compare-bar-slot.tsx';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { fetchRenderedItems, RenderedItemsContext } from '#features/catalog/landed-cost/client/landed-items.ts';
import { CarsUnavailable, fetchFeatured } from '#features/catalog/listings/client/listing-client.ts';
import { destinationText } from '#features/catalog/listings/model/criteria/explore-import.ts';
import { namesDestination } from '#features/customs/import-rules/model/destination.ts';
import { homeMeta } from '#features/site/content/client/home-meta.ts';
import { Hero } from '#features/site/content/components/hero.tsx';
import { Faq, HowTo, Reasons, Section, ServiceCards } from '#features/site/content/components/home-sections.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';

const loadFeatured = async ({ api }: LoadInput): Promise<Featured> => {
  try {
    return { cars: await fetchFeatured(api), failure: null };
  } catch (error) {
    if (error instanceof CarsUnavailable) return { cars: [], failure: error.failure };
    throw error;
  }
};

/** The server awaits the cars. Navigation in the browser shows the page while they load. */
export const loader = serverLoader(async (input) => {
  const [featured, figures] = await Promise.all([loadFeatured(input), fetchFigures(input)]);
  return { featured, figures, landed: await fetchRenderedItems(input.api, input.url, featured.cars) };
});
export const clientLoader = browserLoader(async (input) => {
  const featured = loadFeatured(input);
  return { featured, figures: await fetchFigures(input), landed: null };
});

export const meta: MetaFunction = ({ location, matches }) =>
  homeMeta({
    ...pageOfMatches(matches),
    searchPath: paths.explore,
    indexed: !namesDestination(new URLSearchParams(location.search)),
  });

export default function Home() {
  const t = useTranslator();
  const { featured, figures, landed } = useLoaderData<typeof loader | typeof clientLoader>();
  const navigate = useNavigate();
  const carry = useCarriedDestination();
  const to = destinationText(new URLSearchParams(useLocation().search).get('to'));
  return (
    <>
      <Hero explore={carry(paths.explore)}>
        <SearchBox
          form="search"
          action={paths.explore}
          q=""
          mode="buy"
          onSuggestion={(search) => navigate(carry(paths.explore + search))}
          onSearch={(q) => navigate(carry(`${paths.explore}?${new URLSearchParams({ q })}`))}
        >
          {to && <input type="hidden" name="to" value={to} />}
        </SearchBox>
      </Hero>
      <ClaimsStrip figures={figures} />
      <BrandStrip />
      <ServiceCards explore={carry(paths.explore)} />
      <HowTo />
      <Section
        title={t('home.featured.title')}
        text={t('home.featured.text')}
        aside={<LinkButton to={carry(paths.explore)}>{t('home.featured.more')}</LinkButton>}
      >
        <RenderedItemsContext value={landed}>
          <FeaturedListings featured={featured} />
        </RenderedItemsContext>
      </Section>
      <Reasons />
      <Insights figures={figures} />
      <Testimonials figures={figures} />
      <Faq />
      <ViewedCars className="mx-auto max-w-[86rem] px-4 pb-14 md:px-8" />
      <CompareBarSlot />
    </>
  );
}
