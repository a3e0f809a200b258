import './import-group.css';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CheckBox } from '#features/catalog/browse/components/filters/filter-controls.tsx';
import type { FilterProps } from '#features/catalog/browse/components/filters/more-filters.tsx';
import { NumberRange } from '#features/catalog/browse/components/filters/number-range.tsx';
import { useDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { openShipTo } from '#features/catalog/landed-cost/client/ship-to-dialog-state.ts';
import { fetchListings } from '#features/catalog/listings/client/listing-client.ts';
import { destinationCall } from '#features/catalog/listings/model/criteria/explore-import.ts';
import {
  choose,
  type ExploreState,
  filterCall,
  isByLanded,
  needsDestination,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { FacetsResponse, ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { readDestination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** What is too long for any sum is no limit. */
const MAX_DIGITS = 9;

/** The filters by import rules and landed cost; without a destination, an invitation to choose one. */
export function ImportGroup(props: FilterProps) {
  const t = useTranslator();
  const destination = useDestination();
  if (destination) return <Filters {...props} place={writeDestination(destination)} />;
  return (
    <div className="import-group grid content-start justify-items-start gap-2 noscript:hidden">
      <p className="text-ink-soft text-sm">{t('filters.import.about')}</p>
      <Button className="w-full" onClick={openShipTo}>
        <Icon name="ship" />
        {t('filters.import.choose')}
      </Button>
    </div>
  );
}

/** @property place the destination, as `writeDestination` writes it */
type FiltersProps = FilterProps & { place: string };

function Filters({ form, state, facets, onChoose, place }: FiltersProps) {
  const t = useTranslator();
  const title = useId();
  const ref = useRef<HTMLElement>(null);
  const counts = useImportCounts(ref, state, place, facets?.mayImport);
  const choose = (change: Partial<ExploreState>) => onChoose({ to: place, ...change });
  const { mayImport, minLanded, maxLanded } = state;
  const cars = (light: 'green' | 'amber') =>
    counts === undefined ? null : (counts.find(({ value }) => value === light)?.cars ?? 0);
  return (
    <section ref={ref} aria-labelledby={title} className="import-group grid content-start">
      <div className="flex items-center justify-between gap-2">
        <h3 id={title} className="font-semibold text-base">
          {t('filters.import', { country: t.region(place.slice(0, 2)) })}
        </h3>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={openShipTo}
          className="min-h-11 shrink-0 px-1 text-link text-sm underline underline-offset-4 noscript:hidden"
        >
          {t('filters.import.change')}
        </button>
      </div>
      <fieldset className="grid min-w-0">
        <legend className="sr-only">{t('filters.import.lights')}</legend>
        <CheckBox
          form={form}
          name="mayImport"
          row={{
            value: 'green',
            label: t('filters.mayImport.green.option'),
            cars: cars('green'),
            mark: <Icon name="check" className="size-4 shrink-0 text-verified" />,
          }}
          checked={mayImport !== ''}
          onChange={(checked) => choose({ mayImport: checked ? 'green' : '' })}
        />
        <CheckBox
          form={form}
          name="mayImport"
          row={{
            value: 'amber',
            label: t('filters.mayImport.amber.option'),
            cars: cars('amber'),
            mark: <Icon name="warning" className="size-4 shrink-0 text-waiting" />,
          }}
          checked={mayImport === 'amber'}
          onChange={(checked) => choose({ mayImport: checked ? 'amber' : 'green' })}
        />
      </fieldset>
      <p className="mt-1 mb-1.5 font-semibold" aria-hidden="true">
        {t('filters.landed')}
      </p>
      <NumberRange
        form={form}
        names={['minLanded', 'maxLanded']}
        label={t('filters.landed')}
        min={minLanded}
        max={maxLanded}
        maxLength={MAX_DIGITS}
        sign="$"
        read={(typed) => typed}
        onChoose={(min, max) => choose({ minLanded: min, maxLanded: max })}
      />
    </section>
  );
}

/**
 * Returns the counts that the list was loaded with, or loads them once the group is on the screen: a list without import
 * filters is the same for every destination.
 */
function useImportCounts(
  ref: React.RefObject<HTMLElement | null>,
  state: ExploreState,
  place: string,
  known: ImportCounts,
): ImportCounts {
  const isShown = useShown(ref);
  const isKnown = known !== undefined && needsDestination(state);
  const list = JSON.stringify([filterCall(state), place]);
  const [loaded, setLoaded] = useState<{ list: string; counts: ImportCounts } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `list` changes with the filters and the place
  useEffect(() => {
    if (isKnown || !isShown) return;
    let isCurrent = true;
    fetchImportCounts(state, place).then(
      (counts) => isCurrent && setLoaded({ list, counts }),
      () => isCurrent && setLoaded(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [isKnown, isShown, list]);
  if (isKnown) return known;
  return loaded?.list === list ? loaded.counts : undefined;
}

/** Whether an element has been on the screen. */
function useShown(ref: React.RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isShown || !element) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setShown(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isShown]);
  return isShown;
}

type ImportCounts = FacetsResponse['mayImport'];

/** Counts the cars of a list that may be imported to a place, for lists that were loaded without it. */
async function fetchImportCounts(state: ExploreState, place: string): Promise<ImportCounts> {
  const query = { ...filterCall(state), ...destinationCall(place), limit: 1, facets: 'mayImport' };
  return (await fetchListings(browserApi, query)).facets?.mayImport;
}

type ImportNoteProps = {
  state: ExploreState;
  found: ListingsResponse | null;
  /** Why the import filters were left out; null if they were not. */
  failure: string | null;
};

/** Says how many cars have no landed cost or may not be imported, or why the list is not filtered by import rules. */
export function ImportNote({ state, found, failure }: ImportNoteProps) {
  const t = useTranslator();
  if (failure !== null)
    return (
      <p role="status" className="font-semibold">
        {t('filters.import.failed', { message: failure })}
      </p>
    );
  if (found === null) return null;
  const withoutTotal = found.destination?.withoutTotal ?? 0;
  const isFiltered = state.minLanded !== null || state.maxLanded !== null;
  if (withoutTotal > 0 && (isFiltered || isByLanded(state.sort)))
    return (
      <p className="figures text-ink-soft">
        {t(isFiltered ? 'filters.landed.withoutTotal.left' : 'filters.landed.withoutTotal.last', {
          cars: withoutTotal,
        })}
      </p>
    );
  return state.mayImport === '' && state.sort === '' ? <Prohibited state={state} found={found} /> : null;
}

type ProhibitedProps = { state: ExploreState; found: ListingsResponse };

/** Says how many cars come last because they may not be imported, and offers a list without them. */
function Prohibited({ state, found: { facets, pagination } }: ProhibitedProps) {
  const t = useTranslator();
  const country = readDestination(state.to)?.country;
  if (country === undefined || !facets?.mayImport) return null;
  const possible = facets.mayImport.find(({ value }) => value === 'amber')?.cars ?? 0;
  const cars = pagination.totalItems - possible;
  if (cars <= 0) return null;
  return (
    <p className="figures text-ink-soft">
      {t(possible > 0 ? 'filters.prohibited.last' : 'filters.prohibited.all', { cars, country: t.region(country) })}{' '}
      {possible > 0 && (
        <Link
          to={{ search: writeExplore(choose(state, { mayImport: 'amber' })) }}
          preventScrollReset
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4 sm:min-h-0"
        >
          {t('filters.prohibited.hide')}
        </Link>
      )}
    </p>
  );
}
