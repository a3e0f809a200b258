import { data, type MetaFunction, redirect, useLoaderData, useLocation } from 'react-router';
import { fetchExplored, fetchRelaxations } from '#features/catalog/browse/client/explore-client.ts';
import { exploreMeta } from '#features/catalog/browse/client/explore-meta.ts';
import { AskForCar } from '#features/catalog/browse/components/ask-for-car.tsx';
import { ActiveFilters, ExploreFilters, FilterToggle } from '#features/catalog/browse/components/explore-filters.tsx';
import { ExploreResults } from '#features/catalog/browse/components/explore-results.tsx';
import {
  CardSizeToggle,
  ModeSwitch,
  ResultCount,
  SortSelect,
} from '#features/catalog/browse/components/explore-toolbar.tsx';
import { ListingFilters } from '#features/catalog/browse/components/filters/listing-filters.tsx';
import { ForeignPrices } from '#features/catalog/browse/components/foreign-prices.tsx';
import { ImportNote } from '#features/catalog/browse/components/import/import-group.tsx';
import { SearchBox } from '#features/catalog/browse/components/search-box.tsx';
import { StayFields } from '#features/catalog/browse/components/stay-fields.tsx';
import { useExplore, useScrollToResults } from '#features/catalog/browse/components/use-explore.ts';
import { CompareBarSlot } from '#features/catalog/compare/components/compare-bar-slot.tsx';
import { storedDestination, useDestination } from '#features/catalog/landed-cost/client/destination.ts';
import {
  cardPlaceOf,
  fetchRenderedItems,
  RenderedItemsContext,
} from '#features/catalog/landed-cost/client/landed-items.ts';
import { CarsUnavailable } from '#features/catalog/listings/client/listing-client.ts';
import {
  activeFilters,
  ignoredParameters,
  isByLanded,
  isCanonical,
  readExplore,
  withoutFilters,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { SaveSearchLink } from '#features/catalog/saved-searches/components/save-search-link.tsx';
import { savedQueryOf } from '#features/catalog/saved-searches/model/saved-query.ts';
import { namesDestination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';

const FORM = 'explore';
const RESULTS = 'results';
const UNAVAILABLE = { status: 503 };

const load = async ({ api, url }: LoadInput) => {
  const state = readExplore(url.searchParams);
  const isJunk = ignoredParameters(url.searchParams).length > 0;
  if (!isJunk && !isCanonical(url.searchParams)) throw redirect(paths.explore + writeExplore(state));
  try {
    const { found, importFailure } = await fetchExplored(api, state);
    const relaxed = await fetchRelaxations(api, state, found);
    const cars = [...found.listings, ...(relaxed?.nearest ?? [])];
    return data({ found, importFailure, failure: null, relaxed, landed: await fetchRenderedItems(api, url, cars) });
  } catch (error) {
    if (error instanceof CarsUnavailable)
      return data(
        { found: null, importFailure: null, failure: error.failure, relaxed: null, landed: null },
        UNAVAILABLE,
      );
    throw error;
  }
};
export const loader = serverLoader(load);
/** Skips loading a list that the destination of this browser would replace immediately. */
const loadHere = async (input: LoadInput) => {
  const state = readExplore(input.url.searchParams);
  const to = storedDestination();
  if (state.mode === 'buy' && state.to === '' && to !== '')
    throw redirect(paths.explore + writeExplore({ ...state, to }));
  return load(input);
};
export const clientLoader = browserLoader(loadHere);

export const meta: MetaFunction<typeof loader> = ({ loaderData, location, matches }) => {
  const state = readExplore(new URLSearchParams(location.search));
  return exploreMeta({
    ...pageOfMatches(matches),
    path: paths.explore,
    state,
    found: loaderData?.found ?? null,
    hasDestination: namesDestination(new URLSearchParams(location.search)),
    cardPlace: cardPlaceOf(loaderData?.landed ?? null),
  });
};

export default function Explore() {
  const t = useTranslator();
  const { found, importFailure, failure, relaxed, landed } = useLoaderData<typeof loader>();
  const { state, next, go, loading } = useExplore(FORM);
  const top = useScrollToResults();
  const destination = useDestination();
  const active = activeFilters(next).length;
  const total = found?.pagination.totalItems;
  const ignored = ignoredParameters(new URLSearchParams(useLocation().search));
  return (
    <>
      <header className="border-line border-b bg-sunken">
        <div className="mx-auto grid max-w-[86rem] gap-3 px-4 py-3 md:gap-5 md:px-8 md:py-10">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 className="text-lg sm:text-2xl">{t(`explore.title.${state.mode}`)}</h1>
            <ModeSwitch state={next} />
          </div>
          <div className={next.mode === 'rent' ? 'grid gap-3 lg:grid-cols-[1fr_auto]' : ''}>
            <SearchBox
              form={FORM}
              action={paths.explore}
              q={next.q}
              mode={next.mode}
              onSearch={(q) => go({ q })}
              onSuggestion={(search) =>
                go({
                  ...readExplore(new URLSearchParams(search)),
                  sort: next.sort,
                  ...(next.mode === 'buy' && { to: next.to }),
                })
              }
            >
              {next.mode === 'rent' && <input type="hidden" name="mode" value="rent" />}
            </SearchBox>
            {next.mode === 'rent' && <StayFields form={FORM} from={next.from} to={next.to} onChoose={go} />}
          </div>
        </div>
      </header>
      <div className="mx-auto max-w-[86rem] px-4 pb-10 md:px-8 lg:grid lg:pt-6 lg:grid-cols-[16.5rem_1fr] lg:gap-8">
        <ExploreFilters
          form={FORM}
          count={total}
          reset={active > 0 ? writeExplore(withoutFilters(next)) : null}
          onClose={() => top.current?.scrollIntoView()}
        >
          <ListingFilters
            form={FORM}
            state={next}
            facets={found?.facets}
            prohibited={found?.destination?.prohibited}
            onChoose={go}
          />
        </ExploreFilters>
        <section
          aria-labelledby={RESULTS}
          className="grid min-w-0 grid-cols-1 content-start gap-x-4 gap-y-2 sm:gap-y-4 lg:grid-cols-[1fr_auto]"
        >
          <h2
            id={RESULTS}
            ref={top}
            tabIndex={-1}
            className="sr-only scroll-mt-[calc(var(--header-height,0px)+0.5rem)]"
          >
            {t('explore.results')}
          </h2>
          <div className="sticky top-[var(--header-height,0px)] z-20 -mx-4 flex flex-wrap items-center gap-2 sm:flex-nowrap sm:gap-3 border-line border-b bg-ground px-4 py-2 md:-mx-8 md:px-8 lg:static lg:col-start-2 lg:row-start-1 lg:m-0 lg:border-0 lg:p-0">
            <FilterToggle active={active} />
            <CardSizeToggle />
            <SortSelect
              form={FORM}
              sort={next.sort}
              hasDestination={next.mode === 'buy' && destination !== null}
              onChoose={(sort) =>
                go({ sort, ...(isByLanded(sort) && destination && { to: writeDestination(destination) }) })
              }
            />
          </div>
          <ResultCount state={state} found={found} loading={loading} />
          <div className="grid gap-4 lg:col-span-2">
            <ForeignPrices prices={found?.foreignPrices} />
            <ActiveFilters state={next} />
            <ImportNote state={state} found={found} failure={importFailure} />
            {ignored.length > 0 && (
              <p role="status" className="text-ink-soft">
                {t('explore.filters.ignored', { names: ignored.join(', ') })}
              </p>
            )}
            <RenderedItemsContext value={landed}>
              <ExploreResults
                id={RESULTS}
                state={state}
                found={found}
                failure={failure}
                relaxed={relaxed}
                loading={loading}
                filler={<AskForCar />}
                save={<SaveSearchLink search={savedQueryOf(state)} />}
              />
            </RenderedItemsContext>
          </div>
        </section>
      </div>
      <CompareBarSlot />
    </>
  );
}
