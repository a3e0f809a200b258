import { Link } from 'react-router';
import {
  choose,
  displayRange,
  type ExploreState,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';

/** Names the words that were searched for, and those that were left out. */
function searchText(t: Translator, q: string, { understood: text, dropped = [] }: Partial<ListingsResponse>): string {
  const results = text ? t('explore.search.understood', { text }) : t('explore.search.results', { text: q });
  if (dropped.length === 0) return results;
  const words = dropped.map((word) => t('explore.search.word', { word })).join(', ');
  return t('explore.search.ignored', { results, words });
}

type ResultCountProps = { state: ExploreState; found: ListingsResponse | null; loading: boolean };

/** The number of cars and the search text. Screen readers announce changes. */
export function ResultCount({ state, found, loading }: ResultCountProps) {
  const t = useTranslator();
  const onPage = found?.listings.length ?? 0;
  const count = found?.pagination.totalItems ?? 0;
  return (
    <div className="self-center">
      <p role="status" className="figures">
        {loading
          ? t('explore.loading')
          : onPage > 0 &&
            t(found?.pagination.totalIsLeast ? 'explore.count.least' : 'explore.count', {
              ...displayRange(state.page, onPage),
              count,
            })}
      </p>
      {state.q !== '' && (
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          <span className="break-all">{searchText(t, state.q, found ?? {})}</span>
          <Link
            to={{ search: writeExplore(choose(state, { q: '' })) }}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {t('explore.search.clear')}
          </Link>
        </p>
      )}
    </div>
  );
}
