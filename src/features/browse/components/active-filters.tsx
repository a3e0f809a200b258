import { Link } from 'react-router';
import {
  activeFilters,
  type ExploreState,
  type FilterName,
  writeExplore,
} from '#features/listings/model/criteria/explore-query.ts';
import { optionMessage } from '#features/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Icon } from '#ui/icon.tsx';

export function ActiveFilters({ state }: { state: ExploreState }) {
  const t = useTranslator();
  const filters = activeFilters(state);
  if (filters.length === 0) return null;
  return (
    <ul aria-label={t('explore.filters.active')} className="flex flex-wrap gap-2">
      {filters.map(({ name, without }) => {
        const filter = filterText(t, name, state);
        return (
          <li key={name}>
            <Link
              to={{ search: writeExplore(without) }}
              preventScrollReset
              aria-label={t('explore.filters.remove', { filter })}
              className="figures inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface ps-4 pe-3 hover:border-ink"
            >
              <span className="break-all">{filter}</span>
              <Icon name="close" className="size-4" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function filterText(t: Translator, name: FilterName, state: ExploreState): string {
  switch (name) {
    case 'price':
      return priceText(t, state);
    case 'make':
      return state.make;
    case 'year':
      return String(state.year);
    case 'minRating':
      return t('explore.rating.atLeast', { rating: state.minRating });
    default:
      return state[name] && t(optionMessage(name, state[name]));
  }
}

function priceText(t: Translator, { minPrice, maxPrice }: ExploreState): string {
  const from = t.price(minPrice ?? 0);
  const to = t.price(maxPrice ?? 0);
  if (maxPrice === null) return t('explore.price.atLeast', { from });
  if (minPrice === null) return t('explore.price.atMost', { to });
  return t('explore.price.between', { from, to });
}
