import { type ExploreState, isByLanded } from '#features/listings/model/criteria/explore-query.ts';
import type { ListingsResponse } from '#features/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

type ImportNoteProps = {
  state: ExploreState;
  found: ListingsResponse | null;
  /** Why the import filters were left out; null if they were not. */
  failure: string | null;
};

/** Says how many cars have no landed cost, or why the list is not filtered by import rules. */
export function ImportNote({ state, found, failure }: ImportNoteProps) {
  const t = useTranslator();
  if (failure !== null)
    return (
      <p role="status" className="font-semibold">
        {t('filters.import.failed', { message: failure })}
      </p>
    );
  const cars = found?.destination?.withoutTotal ?? 0;
  if (cars === 0) return null;
  const isFiltered = state.minLanded !== null || state.maxLanded !== null;
  if (!isFiltered && !isByLanded(state.sort)) return null;
  return (
    <p className="figures text-ink-soft">
      {t(isFiltered ? 'filters.landed.withoutTotal.left' : 'filters.landed.withoutTotal.last', { cars })}
    </p>
  );
}
