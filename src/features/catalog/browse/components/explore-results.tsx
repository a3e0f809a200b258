import { Link } from 'react-router';
import type { ReadFailure } from '#features/catalog/listings/client/listing-client.ts';
import {
  activeFilters,
  choose,
  type ExploreState,
  withoutFilters,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { stayOf } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { readDestination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { portsOf } from '#features/customs/import-rules/model/ports.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Pagination } from '#ui/pagination.tsx';
import type { Relaxation, RelaxationsResponse } from '../model/search-contract.ts';
import { wholeFilterText } from './filters/filter-text.ts';
import { useMileageUnit } from './filters/mileage-unit.ts';
import { ListingGrid, ListingGridSkeleton } from './listing-grid.tsx';
import { ProhibitedLink } from './prohibited-link.tsx';

const NEAREST = 'nearest';

type ExploreResultsProps = {
  id: string;
  /** The filters that `found` belongs to. */
  state: ExploreState;
  found: ListingsResponse | null;
  failure: ReadFailure | null;
  /** What to leave out, and cars that come close, if no car matches. */
  relaxed: RelaxationsResponse | null;
  /** Whether loading has taken noticeably long. */
  loading: boolean;
  filler: React.ReactNode;
  /** Saves the search. */
  save: React.ReactNode;
};

/** The matching cars, or a message if there are none or they could not be loaded. */
export function ExploreResults({ id, state, found, failure, relaxed, loading, filler, save }: ExploreResultsProps) {
  const t = useTranslator();
  const cars = found?.listings ?? [];
  if (loading && cars.length === 0) return <ListingGridSkeleton />;
  if (failure !== null) {
    return (
      <EmptyResult text={t('cars.error', { message: t.message(failure) })} alert>
        <FilterLink search={writeExplore(state)}>{t('explore.retry')}</FilterLink>
      </EmptyResult>
    );
  }
  const { totalItems = 0, totalPages = 0 } = found?.pagination ?? {};
  const linkTo = (page: number) => ({ search: writeExplore({ ...state, page }), hash: id });
  if (cars.length > 0) {
    return (
      <div className="grid grid-cols-1 gap-8">
        <ListingGrid cars={cars} stale={loading} filler={filler} stay={stayOf(state)} />
        <Pagination page={state.page} pages={totalPages} linkTo={linkTo} />
        <p>{save}</p>
        <HiddenCars id={id} state={state} found={found} />
      </div>
    );
  }
  if (totalItems > 0) {
    return (
      <EmptyResult text={t('explore.pastEnd', { page: state.page, last: totalPages })}>
        <FilterLink search={writeExplore({ ...state, page: totalPages })}>
          {t('explore.pastEnd.go', { last: totalPages })}
        </FilterLink>
      </EmptyResult>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      <EmptyResult text={noneText(found, t)}>
        <HiddenCars id={id} state={state} found={found} />
        {save}
        {relaxed !== null && <Relaxations state={state} relaxations={relaxed.relaxations} />}
        {activeFilters(state).length > 0 && (
          <FilterLink search={writeExplore(withoutFilters(state))}>{t('explore.filters.reset')}</FilterLink>
        )}
        {state.q !== '' && (
          <FilterLink search={writeExplore(choose(state, { q: '' }))}>{t('explore.search.clear')}</FilterLink>
        )}
      </EmptyResult>
      {relaxed !== null && relaxed.nearest.length > 0 && (
        <section aria-labelledby={NEAREST} className="grid gap-4">
          <h3 id={NEAREST} className="text-lg">
            {t('explore.relax.nearest')}
          </h3>
          <ListingGrid cars={relaxed.nearest} stale={loading} filler={filler} />
        </section>
      )}
    </div>
  );
}

/** The empty text of the specification, unless the only reason is that no car may be imported. */
function noneText(found: ListingsResponse | null, t: Translator): string {
  const { prohibited = 0, country = '' } = found?.destination ?? {};
  return prohibited ? t('explore.prohibited.none', { country: t.region(country) }) : t('explore.none');
}

function HiddenCars({ id, state, found }: { id: string; state: ExploreState; found: ListingsResponse | null }) {
  if (state.mayImport !== '') return null;
  const linkTo = (page: number) => ({
    search: writeExplore({ ...choose(state, { mayImport: 'any' }), page }),
    hash: id,
  });
  return <ProhibitedLink found={found} isLast={state.sort === ''} linkTo={linkTo} />;
}

type EmptyResultProps = { text: string; alert?: boolean; children: React.ReactNode };

function EmptyResult({ text, alert = false, children }: EmptyResultProps) {
  return (
    <div className="grid justify-items-start gap-5 rounded-lg border border-line bg-surface p-6 sm:p-10">
      <p role={alert ? 'alert' : 'status'} className="max-w-prose text-lg">
        {text}
      </p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}

function FilterLink({ search, children }: { search: string; children: string }) {
  return (
    <Link
      to={{ search }}
      preventScrollReset
      className="inline-flex h-11 items-center rounded-md border border-line-strong px-5 font-semibold hover:border-ink hover:underline"
    >
      {children}
    </Link>
  );
}

type RelaxationsProps = { state: ExploreState; relaxations: Relaxation[] };

/** Links to the same search without one of its filters or words, each with its number of cars. */
function Relaxations({ state, relaxations }: RelaxationsProps) {
  const t = useTranslator();
  const unit = useMileageUnit();
  const active = new Map(activeFilters(state).map(({ name, without }) => [name, without]));
  const links = relaxations.flatMap(({ drop, word, q = '', mayImport, steering, minYear, port, cars, isLeast }) => {
    const changed = (change: Partial<ExploreState>, text: string) => ({
      search: writeExplore(choose(state, change)),
      text,
    });
    if (mayImport) return changed({ mayImport: '' }, t('explore.relax.check', { cars }));
    if (steering) return changed({ steering: [steering] }, t(`explore.relax.steering.${steering}`, { cars }));
    if (minYear !== undefined)
      return changed({ year: null, minYear, maxYear: null }, t('explore.relax.newer', { year: String(minYear), cars }));
    if (port) return portLink(state, port, cars, t);
    // The prohibited cars have their own link.
    if (drop === 'mayImport' && state.mayImport === '') return [];
    const without = drop === 'q' ? choose(state, { q }) : active.get(drop);
    if (!without) return [];
    const filter = t('explore.search.word', {
      word: drop === 'q' ? (word ?? '') : wholeFilterText(t, drop, state, unit),
    });
    return { search: writeExplore(without), text: t(isLeast ? LEAST : WITHOUT, { filter, cars }) };
  });
  if (links.length === 0) return null;
  return (
    <div className="grid w-full gap-2">
      <p>{t('explore.relax.title')}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {links.map(({ search, text }) => (
          <li key={text}>
            <Link
              to={{ search }}
              preventScrollReset
              className="figures inline-flex min-h-11 items-center text-link underline underline-offset-4"
            >
              <span className="break-words">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function portLink(state: ExploreState, code: string, cars: number, t: Translator) {
  const destination = readDestination(state.to);
  const port = destination && portsOf(destination.country).find((each) => each.code === code);
  if (!destination || !port) return [];
  const to = writeDestination({ ...destination, port: code });
  return { search: writeExplore(choose(state, { to })), text: t('explore.relax.port', { port: port.name, cars }) };
}

const WITHOUT = 'explore.relax.without';
const LEAST = 'explore.relax.without.least';
