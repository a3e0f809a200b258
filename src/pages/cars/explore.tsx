import { data, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { ActiveFilters } from '#features/listings/components/active-filters.tsx';
import { AskForCar } from '#features/listings/components/ask-for-car.tsx';
import { ExploreResults } from '#features/listings/components/explore-results.tsx';
import { FilterPanel, FilterToggle } from '#features/listings/components/filter-panel.tsx';
import { ListingFilters } from '#features/listings/components/listing-filters.tsx';
import { ModeSwitch } from '#features/listings/components/mode-switch.tsx';
import { ResultCount } from '#features/listings/components/result-count.tsx';
import { SortSelect } from '#features/listings/components/sort-select.tsx';
import { useExplore, useResultsTop } from '#features/listings/components/use-explore.ts';
import { exploreMeta } from '#features/listings/explore-meta.ts';
import {
  activeFilters,
  EVERYTHING,
  exploreCall,
  isTidy,
  readExplore,
  writeExplore,
} from '#features/listings/explore-query.ts';
import { CarsUnavailable, fetchListings } from '#features/listings/listing-calls.ts';
import { SearchBox } from '#features/search/components/search-box.tsx';
import { type LoadInput, loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { siteOfMatches } from '#platform/pages/use-site.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { paths } from '../paths.ts';

const FORM = 'explore';
const RESULTS = 'results';
const UNAVAILABLE = { status: 503 };

const load = async ({ api, url }: LoadInput) => {
  const state = readExplore(url.searchParams);
  if (!isTidy(url.searchParams)) throw redirect(paths.explore + writeExplore(state));
  try {
    return data({ found: await fetchListings(api, exploreCall(state)), failure: null });
  } catch (error) {
    if (error instanceof CarsUnavailable) return data({ found: null, failure: error.say }, UNAVAILABLE);
    throw error;
  }
};
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, location, matches }) => {
  const state = readExplore(new URLSearchParams(location.search));
  return exploreMeta({
    origin: siteOfMatches(matches).origin,
    path: paths.explore,
    state,
    found: loaderData?.found ?? null,
  });
};

export default function Explore() {
  const t = useWords();
  const { found, failure } = useLoaderData<typeof loader>();
  const { state, next, go, loading } = useExplore(FORM);
  const top = useResultsTop();
  const active = activeFilters(next).length;
  const total = found?.pagination.totalItems;
  return (
    <>
      <header className="border-line border-b bg-sunken">
        <div className="mx-auto grid max-w-[86rem] gap-4 px-4 py-5 md:gap-5 md:px-8 md:py-10">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h1 className="text-xl sm:text-2xl">{t(`explore.title.${state.mode}`)}</h1>
            <ModeSwitch state={next} />
          </div>
          <SearchBox form={FORM} action={paths.explore} q={next.q} onSearch={(q) => go({ q })}>
            {next.mode === 'rent' && <input type="hidden" name="mode" value="rent" />}
          </SearchBox>
        </div>
      </header>
      <div className="mx-auto max-w-[86rem] px-4 pt-1 pb-10 md:px-8 lg:grid lg:pt-6 lg:grid-cols-[16.5rem_1fr] lg:gap-8">
        <FilterPanel
          form={FORM}
          count={total}
          reset={active > 0 ? writeExplore({ ...EVERYTHING, mode: next.mode, q: next.q, sort: next.sort }) : null}
          onClose={() => top.current?.scrollIntoView()}
        >
          <ListingFilters form={FORM} state={next} facets={found?.facets} onChoose={go} />
        </FilterPanel>
        <section aria-labelledby={RESULTS} className="grid min-w-0 content-start gap-4 lg:grid-cols-[1fr_auto]">
          <h2
            id={RESULTS}
            ref={top}
            tabIndex={-1}
            className="sr-only scroll-mt-[calc(var(--header-height,0px)+0.5rem)]"
          >
            {t('explore.results')}
          </h2>
          <div className="sticky top-[var(--header-height,0px)] z-20 -mx-4 flex items-center gap-3 border-line border-b bg-ground px-4 py-2 md:-mx-8 md:px-8 lg:static lg:col-start-2 lg:row-start-1 lg:m-0 lg:border-0 lg:p-0">
            <FilterToggle active={active} />
            <SortSelect form={FORM} sort={next.sort} onChoose={(sort) => go({ sort })} />
          </div>
          <ResultCount state={state} found={found} loading={loading} />
          <div className="grid gap-4 lg:col-span-2">
            <ActiveFilters state={next} />
            <ExploreResults
              id={RESULTS}
              state={state}
              found={found}
              failure={failure}
              loading={loading}
              filler={<AskForCar />}
            />
          </div>
        </section>
      </div>
    </>
  );
}
