import {
  activeFilters,
  type ExploreState,
  type FilterName,
  readExplore,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Suggestion } from '../model/search-contract.ts';
import { wholeFilterText } from './filters/filter-text.ts';
import { type MileageUnit, useMileageUnit } from './filters/mileage-unit.ts';

/** Filters that read as one name: 'Toyota Corolla Hybrid'. */
const IN_NAME: readonly FilterName[] = ['make', 'model', 'fuelType', 'carType'];

/** Returns the state of the page that a suggestion leads to. */
export function stateOfSuggestion({ filters }: Suggestion, mode: ExploreState['mode']): ExploreState {
  const params = new URLSearchParams({ mode });
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value);
  return readExplore(params);
}

export const searchOfSuggestion = (suggestion: Suggestion, mode: ExploreState['mode']) =>
  writeExplore(stateOfSuggestion(suggestion, mode));

function suggestionText(t: Translator, state: ExploreState, unit: MileageUnit): string {
  const textOf = (name: FilterName) => wholeFilterText(t, name, state, unit);
  const active = activeFilters(state).map(({ name }) => name);
  const inName = IN_NAME.filter((name) => active.includes(name)).map(textOf);
  const others = active.filter((name) => !IN_NAME.includes(name)).map(textOf);
  return [...(inName.length > 0 ? [inName.join(' ')] : []), ...others].join(', ');
}

type SuggestionListProps = {
  id: string;
  suggestions: Suggestion[];
  mode: ExploreState['mode'];
  active: number | null;
  onChoose: (suggestion: Suggestion) => void;
};

export const optionId = (list: string, index: number) => `${list}-${index}`;

/** The listbox of the search box, which keeps the focus. */
export function SuggestionList({ id, suggestions, mode, active, onChoose }: SuggestionListProps) {
  const t = useTranslator();
  const unit = useMileageUnit();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('explore.suggestions')}
      className="absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-md border border-line-strong bg-surface py-1 text-start text-ink shadow-float"
    >
      {suggestions.map((suggestion, index) => {
        const state = stateOfSuggestion(suggestion, mode);
        return (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the search box has the focus and its keys
          <div
            key={writeExplore(state)}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-4 hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
          >
            <span className="min-w-0 truncate font-semibold">{suggestionText(t, state, unit)}</span>
            <span className="figures shrink-0 text-ink-soft">
              {t('explore.suggestion.cars', { cars: suggestion.cars })}
            </span>
          </div>
        );
      })}
    </div>
  );
}
