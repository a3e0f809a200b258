import { Link } from 'react-router';
import {
  activeFilters,
  choose,
  type ExploreState,
  type FilterName,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { filterText } from './filter-text.ts';
import { useMileageUnit } from './mileage-unit.ts';

/** A link for each active filter, and for each value of a filter by values, that removes it. */
export function ActiveFilters({ state }: { state: ExploreState }) {
  const t = useTranslator();
  const unit = useMileageUnit();
  const chips = activeFilters(state).flatMap(({ name, without }) => chipsOf(state, name, without));
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('explore.filters.active')} className="flex flex-wrap gap-2">
      {chips.map(({ name, value, without }) => {
        const filter = filterText(t, name, { state, value, unit });
        return (
          <li key={`${name} ${value}`}>
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

type Chip = { name: FilterName; value: string | null; without: ExploreState };

function chipsOf(state: ExploreState, name: FilterName, without: ExploreState): Chip[] {
  const values = name in state ? state[name as keyof ExploreState] : null;
  if (!Array.isArray(values)) return [{ name, value: null, without }];
  return values.map((value) => ({
    name,
    value,
    without: choose(state, { [name]: values.filter((each) => each !== value) }),
  }));
}
