import { Link, type MetaFunction, useLoaderData } from 'react-router';
import { type Country, fetchCountries } from '#features/catalog/landed-cost/client/country-guide.ts';
import { feedLinks } from '#features/catalog/landed-cost/client/feed-links.ts';
import { countryPath } from '#features/catalog/landed-cost/model/country-slug.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, pageMeta, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';

const load = async ({ api }: LoadInput): Promise<{ countries: Country[] }> => ({
  countries: await fetchCountries(api),
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  const title = t('landed.guide.all');
  return [
    ...feedLinks(site.origin, t('landed.changes.feed')),
    ...pageMeta({ title, description: t('landed.guide.all.about'), site, path: paths.importGuide }),
  ];
};

/** All countries whose import rules or charges we know. */
export default function ImportGuide() {
  const t = useTranslator();
  const { countries } = useLoaderData<typeof loader>();
  const named = countries
    .map((country) => ({ ...country, shown: t.region(country.country) }))
    .sort((one, other) => one.shown.localeCompare(other.shown, t.locale));
  const crumbs = [
    { name: t('car.breadcrumbs.home'), to: paths.home },
    { name: t('landed.guide.all'), to: paths.importGuide },
  ];
  return (
    <>
      <header className="border-line border-b bg-sunken">
        <div className="mx-auto grid max-w-[86rem] gap-3 px-4 py-5 md:px-8 md:py-8">
          <Breadcrumbs crumbs={crumbs} />
          <h1 className="text-xl sm:text-2xl">{t('landed.guide.all')}</h1>
          <p className="max-w-prose text-lg">{t('landed.guide.all.about')}</p>
        </div>
      </header>
      <ul className="mx-auto grid max-w-[86rem] gap-x-6 px-4 py-8 sm:grid-cols-2 md:px-8 lg:grid-cols-3">
        {named.map(({ country, shown, rules, charges, checked_on: checkedOn }) => (
          <li key={country} className="border-line border-b py-3">
            <Link
              to={countryPath(country)}
              className="inline-flex min-h-11 items-center font-semibold text-link text-lg underline-offset-4 hover:underline"
            >
              {shown}
            </Link>
            <p className="text-ink-soft text-sm">
              {t('landed.guide.counts', { rules, charges })}
              {checkedOn && ` · ${t('landed.guide.checked', { date: t.date(checkedOn) })}`}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
