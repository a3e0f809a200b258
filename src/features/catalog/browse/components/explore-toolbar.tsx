import { useId, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import {
  choose,
  displayRange,
  EVERYTHING,
  type ExploreState,
  isByLanded,
  SORTS,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Icon } from '#ui/icon.tsx';
import { SelectBox } from '#ui/select-box.tsx';

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

type Sort = ExploreState['sort'];
type SortSelectProps = {
  form: string;
  sort: Sort;
  /** Landed costs are known for a destination only. */
  hasDestination: boolean;
  onChoose: (sort: Sort) => void;
};

export function SortSelect({ form, sort, hasDestination, onChoose }: SortSelectProps) {
  const t = useTranslator();
  const id = useId();
  const sorts = SORTS.filter((name) => hasDestination || !isByLanded(name));
  return (
    <div className="relative min-w-0 grow basis-24 sm:max-w-60 sm:grow-0 sm:basis-60">
      <label
        htmlFor={id}
        className="pointer-events-none absolute start-3 end-9 top-1.5 z-1 truncate text-ink-soft text-sm"
      >
        {t('explore.sort')}
      </label>
      <SelectBox
        id={id}
        form={form}
        name="sort"
        value={sort}
        options={[
          { value: '', label: t('explore.sort.default') },
          ...sorts.map((name) => ({ value: name, label: t(`explore.sort.${name}`) })),
        ]}
        onChange={({ target }) => onChoose(SORTS.find((name) => name === target.value) ?? '')}
        className="h-14 pt-5"
      />
    </div>
  );
}

const MODES = ['buy', 'rent'] as const;

/** Switches between buy and rent. Resets the price range, because rental prices are per day. */
export function ModeSwitch({ state }: { state: ExploreState }) {
  const t = useTranslator();
  const { minPrice, maxPrice } = EVERYTHING;
  return (
    <nav aria-label={t('explore.mode')}>
      <ul className="inline-flex rounded-md border border-line-strong bg-surface sm:p-1">
        {MODES.map((mode) => {
          const current = mode === state.mode;
          return (
            <li key={mode}>
              <Link
                to={{ search: writeExplore(current ? choose(state, {}) : choose(state, { mode, minPrice, maxPrice })) }}
                aria-current={current ? 'page' : undefined}
                className={`inline-flex h-11 min-w-13 items-center justify-center rounded-sm px-3 sm:min-w-20 sm:px-5 font-semibold ${current ? 'bg-ink text-ground' : 'hover:underline'}`}
              >
                {t(`explore.mode.${mode}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const CHANGED = 'carquay:cards';
/** In the browser's storage; the boot script reads it before the first paint. */
const STORED = 'cards';

/** Switches the lists of cars between large and compact cards. The browser remembers the choice. */
export function CardSizeToggle() {
  const t = useTranslator();
  const compact = useSyncExternalStore(subscribe, isCompact, () => false);
  return (
    <button
      type="button"
      aria-pressed={compact}
      aria-label={t('explore.compact')}
      onClick={() => setCompact(!compact)}
      className="grid size-14 shrink-0 place-items-center rounded-md border border-line-strong bg-surface aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground noscript:hidden"
    >
      <Icon name="rows" />
    </button>
  );
}

function isCompact(): boolean {
  return document.documentElement.dataset.cards === 'compact';
}

function setCompact(compact: boolean): void {
  const { dataset } = document.documentElement;
  if (compact) dataset.cards = 'compact';
  else delete dataset.cards;
  try {
    if (compact) localStorage.setItem(STORED, 'compact');
    else localStorage.removeItem(STORED);
  } catch {
    // A browser may deny storage; the choice then lasts until the page is reloaded.
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}
