import { Link } from 'react-router';
import {
  choose,
  type ExploreState,
  isByLanded,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { readDestination } from '#features/customs/import-rules/model/destination.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

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
