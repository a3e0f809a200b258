import { type MetaFunction, useLoaderData, useNavigate } from 'react-router';
import { BrandStrip } from '#features/content/components/home/brand-strip.tsx';
import { ClaimsStrip } from '#features/content/components/home/claims-strip.tsx';
import { Faq } from '#features/content/components/home/faq.tsx';
import { Hero } from '#features/content/components/home/hero.tsx';
import { HowTo } from '#features/content/components/home/how-to.tsx';
import { Insights } from '#features/content/components/home/insights.tsx';
import { Reasons } from '#features/content/components/home/reasons.tsx';
import { Section } from '#features/content/components/home/section.tsx';
import { ServiceCards } from '#features/content/components/home/service-cards.tsx';
import { Testimonials } from '#features/content/components/home/testimonials.tsx';
import { homeMeta } from '#features/content/home-meta.ts';
import { type Featured, FeaturedListings } from '#features/listings/components/featured-listings.tsx';
import { CarsUnavailable, fetchFeatured } from '#features/listings/listing-calls.ts';
import { SearchBox } from '#features/search/components/search-box.tsx';
import { type LoadInput, loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { siteOfMatches } from '#platform/pages/use-site.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { paths } from './paths.ts';

const loadFeatured = async ({ api }: LoadInput): Promise<Featured> => {
  try {
    return { cars: await fetchFeatured(api), failure: null };
  } catch (error) {
    if (error instanceof CarsUnavailable) return { cars: [], failure: error.say };
    throw error;
  }
};

/** The server waits for the cars; a click inside the site shows the rest of the page while they come. */
export const loader = loadOnServer(async (input) => ({ featured: await loadFeatured(input) }));
export const clientLoader = loadInBrowser(async (input) => ({ featured: loadFeatured(input) }));

export const meta: MetaFunction = ({ matches }) =>
  homeMeta({ origin: siteOfMatches(matches).origin, searchPath: paths.explore });

export default function Home() {
  const t = useWords();
  const { featured } = useLoaderData<typeof loader | typeof clientLoader>();
  const navigate = useNavigate();
  return (
    <>
      <Hero>
        <SearchBox
          form="search"
          action={paths.explore}
          q=""
          onSearch={(q) => navigate(`${paths.explore}?${new URLSearchParams({ q })}`)}
        />
      </Hero>
      <ClaimsStrip />
      <BrandStrip />
      <ServiceCards />
      <HowTo />
      <Section
        title={t('home.featured.title')}
        text={t('home.featured.text')}
        aside={<LinkButton to={paths.explore}>{t('home.featured.more')}</LinkButton>}
      >
        <FeaturedListings featured={featured} />
      </Section>
      <Reasons />
      <Insights />
      <Testimonials />
      <Faq />
    </>
  );
}
