import { data, Link, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { FavoriteListingCard } from '#features/catalog/favorites/components/favorite-listing-card.tsx';
import { fetchGuide, hasOwnRules } from '#features/catalog/landed-cost/client/country-guide.ts';
import { PageDestination, useDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { feedLinks } from '#features/catalog/landed-cost/client/feed-links.ts';
import { CountryGuide } from '#features/catalog/landed-cost/components/guide/country-guide.tsx';
import { countryOfSlug, countryPath, countrySlug } from '#features/catalog/landed-cost/model/country-slug.ts';
import { fetchFeatured } from '#features/catalog/listings/client/listing-client.ts';
import { writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { portsOf } from '#features/customs/import-rules/model/ports.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, pageMeta, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const MAX_CARS = 6;
const SIZES = '(min-width: 64rem) 19rem, (min-width: 36rem) 46vw, 80vw';
const NOWHERE = { country: null, guide: null, cars: [] };

/** Loads the import guide of a country. Redirects codes and other spellings to its English name. */
async function load({ api, url, params }: LoadInput) {
  const country = countryOfSlug(params.country ?? '');
  if (country === null) return data(NOWHERE, { status: 404 });
  if (params.country !== countrySlug(country)) throw redirect(countryPath(country) + url.search, 301);
  const [guide, cars] = await Promise.all([fetchGuide(api, country), fetchFeatured(api).catch(() => [])]);
  return data({ country, guide, cars: cars.filter(({ RentSell }) => RentSell === 'Sell').slice(0, MAX_CARS) });
}
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const { country, guide } = loaderData ?? NOWHERE;
  const { site, t } = pageOfMatches(matches);
  if (country === null) return [{ title: t('landed.guide.notFound') }, { name: 'robots', content: 'noindex' }];
  const name = { country: t.region(country) };
  return [
    ...feedLinks(site.origin, t('landed.changes.feed.country', name), country),
    ...pageMeta({
      title: t('landed.guide.title', name),
      description: t('landed.guide.description', name),
      site,
      path: countryPath(country),
      indexed: guide !== null && hasOwnRules(guide),
    }),
  ];
};

/** What a country asks of used cars and charges for them, with sources and cars for sale. */
export default function ImportCountry() {
  const t = useTranslator();
  const { country, guide, cars } = useLoaderData<typeof loader>();
  const chosen = useDestination();
  if (country === null) {
    return (
      <MessagePage title={t('landed.guide.notFound')} text={t('landed.guide.notFound.text')}>
        <LinkButton to={paths.importGuide} kind="action">
          {t('landed.guide.all')}
        </LinkButton>
      </MessagePage>
    );
  }
  const name = t.region(country);
  const ports = portsOf(country);
  const to = chosen?.country === country ? writeDestination(chosen) : country;
  const isKnown = guide !== null && hasOwnRules(guide);
  const crumbs = [
    { name: t('car.breadcrumbs.home'), to: paths.home },
    { name: t('landed.guide.all'), to: paths.importGuide },
    { name, to: countryPath(country) },
  ];
  return (
    <PageDestination value={{ country, port: ports[0]?.code ?? null, city: null, buyer: 'person' }}>
      <header className="border-line border-b bg-sunken">
        <div className="mx-auto grid max-w-[60rem] justify-items-start gap-3 px-4 py-5 md:px-8 md:py-8">
          <Breadcrumbs crumbs={crumbs} />
          <h1 className="text-xl sm:text-2xl">{t('landed.guide.title', { country: name })}</h1>
          <p className="max-w-prose text-lg">
            {t(isKnown ? 'landed.guide.about' : 'landed.unknown', { country: name })}
          </p>
          {isKnown && guide.check.checked_on && (
            <p className="text-ink-soft">{t('landed.checked', { date: t.date(guide.check.checked_on) })}</p>
          )}
          {ports.length > 0 && <p>{t('landed.guide.ports', { ports: t.list(ports.map((port) => port.name)) })}</p>}
          <LinkButton to={`${paths.explore}?${new URLSearchParams({ to })}`} kind="action">
            {t('landed.guide.cars')}
          </LinkButton>
        </div>
      </header>
      <div className="mx-auto grid max-w-[60rem] grid-cols-1 gap-4 px-4 py-6 md:px-8">
        {guide && <CountryGuide guide={guide} country={name} />}
        {cars.length > 0 && (
          <section className="grid grid-cols-1 gap-3 pt-4">
            <h2 className="text-xl">{t('landed.guide.stock')}</h2>
            <Carousel label={t('landed.guide.stock')} step="view" dots>
              {cars.map((car) => (
                <FavoriteListingCard key={car.listing_id} car={car} sizes={SIZES} featured />
              ))}
            </Carousel>
          </section>
        )}
        <Link to={paths.importGuide} className={`${TEXT_LINK} w-fit`}>
          {t('landed.guide.all')}
        </Link>
      </div>
    </PageDestination>
  );
}
