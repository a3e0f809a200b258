import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  activeFilters,
  type ExploreState,
  type FilterName,
  readExplore,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { abortableApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Icon } from '#ui/icon.tsx';
import { searchCalls } from '../../catalog-calls.ts';
import type { Suggestion } from '../model/search-contract.ts';
import { wholeFilterText } from './filters/filter-text.ts';
import { type MileageUnit, useMileageUnit } from './filters/mileage-unit.ts';

const MAX_LENGTH = 200;

type SearchBoxProps = {
  /** Id of the form, which filters elsewhere on the page also belong to. */
  form: string;
  action: string;
  /** The current search text; empty if there is none. */
  q: string;
  mode: 'buy' | 'rent';
  onSearch: (text: string) => void;
  /** Opens the page of a suggestion, by the query part of its URL. */
  onSuggestion: (search: string) => void;
  /** Hidden fields, submitted without JavaScript. */
  children?: React.ReactNode;
};

/** A combobox with suggestions (ARIA pattern: list autocomplete with manual selection). */
export function SearchBox({ form, action, q, mode, onSearch, onSuggestion, children }: SearchBoxProps) {
  const t = useTranslator();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ text: string; after: string } | null>(null);
  const text = typed?.after === q ? typed.text : q;
  const setText = (next: string) => setTyped({ text: next, after: q });

  const list = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const suggestions = useSuggestions(isOpen ? text : null, mode);
  const isShown = suggestions.length > 0;
  const current = active !== null && active < suggestions.length ? active : null;
  const close = () => {
    setIsOpen(false);
    setActive(null);
  };
  const type = (next: string) => {
    setText(next);
    setIsOpen(true);
    setActive(null);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    setText('');
    onSuggestion(searchOfSuggestion(suggestion, mode));
  };
  /** Beyond both ends of the list is the text box itself. */
  const move = (step: 1 | -1) => {
    const places = suggestions.length + 1;
    const place = current === null ? 0 : current + 1;
    const next = (place + step + places) % places;
    setActive(next === 0 ? null : next - 1);
  };
  const pressKey = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown' && !isShown) setIsOpen(true);
    else if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp' && isShown) move(-1);
    else if (key === 'Escape' && isShown) close();
    else if (key === 'Enter' && current !== null) choose(suggestions[current]!);
    else return;
    event.preventDefault();
  };

  /** Keeps text typed before the page's scripts ran. */
  useLayoutEffect(() => setTyped({ text: input.current?.value ?? q, after: q }), [q]);

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    close();
    const query = text.trim();
    if (query !== '') onSearch(query);
  };
  const empty = () => {
    close();
    setText('');
    input.current?.focus();
    if (q !== '') onSearch('');
  };
  return (
    <search>
      <form id={form} action={action} method="get" autoComplete="off" onSubmit={submit} className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          {t('explore.search.label')}
        </label>
        {children}
        <div className="relative grow">
          <input
            ref={input}
            id={id}
            name="q"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            maxLength={MAX_LENGTH}
            value={text}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? list : undefined}
            aria-activedescendant={current === null ? undefined : optionId(list, current)}
            onChange={(event) => type(event.target.value)}
            onKeyDown={pressKey}
            onBlur={close}
            placeholder={t('explore.search.placeholder')}
            className="h-12 w-full rounded-md border border-line-strong bg-surface ps-4 pe-11 text-ellipsis placeholder:text-ink-soft"
          />
          {text !== '' && (
            <button
              type="button"
              onClick={empty}
              aria-label={t('explore.search.empty')}
              className="absolute inset-y-0 end-0 grid w-11 place-items-center text-ink-soft hover:text-ink noscript:hidden"
            >
              <Icon name="close" className="size-4" />
            </button>
          )}
          {isShown && (
            <SuggestionList id={list} suggestions={suggestions} mode={mode} active={current} onChoose={choose} />
          )}
          <span role="status" className="sr-only">
            {isShown && t('explore.suggestions.count', { count: suggestions.length })}
          </span>
        </div>
        <button
          type="submit"
          disabled={typed !== null && text.trim() === ''}
          className="flex h-12 shrink-0 items-center gap-2 rounded-md bg-action px-3.5 font-semibold text-on-action hover:bg-action-strong disabled:bg-line disabled:text-ink-soft sm:px-6"
        >
          <Icon name="search" />
          <span className="max-sm:sr-only">{t('explore.search.submit')}</span>
        </button>
      </form>
    </search>
  );
}

/** Filters that read as one name: 'Toyota Corolla Hybrid'. */
const IN_NAME: readonly FilterName[] = ['make', 'model', 'fuelType', 'carType'];

/** Returns the state of the page that a suggestion leads to. */
function stateOfSuggestion({ filters }: Suggestion, mode: ExploreState['mode']): ExploreState {
  const params = new URLSearchParams({ mode });
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value);
  return readExplore(params);
}

const searchOfSuggestion = (suggestion: Suggestion, mode: ExploreState['mode']) =>
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

const optionId = (list: string, index: number) => `${list}-${index}`;

/** The listbox of the search box, which keeps the focus. */
function SuggestionList({ id, suggestions, mode, active, onChoose }: SuggestionListProps) {
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

/** Waits for a pause in typing. */
export const TYPING_PAUSE_MS = 120;
/** A later answer would surprise. */
const GIVE_UP_MS = 3_000;
const MIN_LETTERS = 2;
const NONE: Suggestion[] = [];

/** Loads suggestions for what is being typed; null while nothing is. A newer text aborts the older request. */
function useSuggestions(typed: string | null, mode: 'buy' | 'rent'): Suggestion[] {
  const [found, setFound] = useState<{ typed: string; suggestions: Suggestion[] }>({ typed: '', suggestions: NONE });
  const text = typed?.trim() ?? '';
  useEffect(() => {
    if (text === '' || (text.length < MIN_LETTERS && /^\p{ASCII}*$/u.test(text))) return;
    const request = new AbortController();
    const timer = setTimeout(async () => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(GIVE_UP_MS)]);
      const suggestions = await fetchSuggestions(text, mode, signal);
      if (!request.signal.aborted) setFound({ typed: text, suggestions });
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [text, mode]);
  return text !== '' && found.typed === text ? found.suggestions : NONE;
}

/** Returns suggestions for typed text; none if they do not arrive in time. */
async function fetchSuggestions(q: string, mode: 'buy' | 'rent', signal: AbortSignal): Promise<Suggestion[]> {
  const query = { q, rentSell: mode === 'rent' ? 'Rent' : 'Sell' } as const;
  try {
    return (await abortableApi(signal).call(searchCalls.suggestions, { query })).suggestions;
  } catch {
    return [];
  }
}
