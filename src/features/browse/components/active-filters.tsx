import { Link } from 'react-router';
import {
  activeFilters,
  type ExploreState,
  type FilterName,
  writeExplore,
} from '#features/listings/model/criteria/explore-query.ts';
import { CHOICE_FILTERS, optionMessage, optionsOf } from '#features/listings/model/listing-fields.ts';
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
    case 'year':
      return String(state.year);
    case 'years':
      return rangeText(state.minYear, state.maxYear);
    case 'mileage':
      return rangeText(state.minMileageKm, state.maxMileageKm);
    case 'engine':
      return rangeText(state.minEngineCc, state.maxEngineCc);
    case 'days':
      return `${state.from} – ${state.to}`;
    case 'listedWithinDays':
      return String(state.listedWithinDays);
    case 'minRating':
      return t('explore.rating.atLeast', { rating: state.minRating });
    case 'certified':
    case 'hasVin':
    case 'hasReport':
      return name;
    default:
      return state[name].map((value) => valueText(t, name, value)).join(', ');
  }
}

const rangeText = (min: number | null, max: number | null) => `${min ?? ''} – ${max ?? ''}`;

function valueText(t: Translator, name: FilterName, value: string): string {
  const choice = CHOICE_FILTERS.find((each) => each === name);
  const option = choice && optionsOf(choice).find((each) => each === value);
  return choice && option ? t(optionMessage(choice, option)) : value;
}

function priceText(t: Translator, { minPrice, maxPrice }: ExploreState): string {
  const from = t.price(minPrice ?? 0);
  const to = t.price(maxPrice ?? 0);
  if (maxPrice === null) return t('explore.price.atLeast', { from });
  if (minPrice === null) return t('explore.price.atMost', { to });
  return t('explore.price.between', { from, to });
}
