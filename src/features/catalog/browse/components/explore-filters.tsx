import { useEffect, useRef } from 'react';
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
import { filterText } from './filters/filter-text.ts';
import { useMileageUnit } from './filters/mileage-unit.ts';

const PANEL = 'filters';

type FilterToggleProps = { active: number };

/** Opens and closes the filters on small screens. Works before the page's scripts run. */
export function FilterToggle({ active }: FilterToggleProps) {
  const t = useTranslator();
  return (
    <button
      type="button"
      popoverTarget={PANEL}
      className="inline-flex h-14 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-4 font-semibold lg:hidden"
    >
      <Icon name="filters" />
      <span className="figures">{t('explore.filters.open', { count: active })}</span>
    </button>
  );
}

type ExploreFiltersProps = {
  form: string;
  /** Number of matching cars, for the button that closes the filters; undefined after a failure. */
  count: number | undefined;
  /** Query part of the URL without filters; null if none is active. */
  reset: string | null;
  onClose: () => void;
  children: React.ReactNode;
};

/** A column next to the results, or a bottom sheet on small screens. */
export function ExploreFilters({ form, count, reset, onClose, children }: ExploreFiltersProps) {
  const t = useTranslator();
  const panel = useCloseWhenWide();
  return (
    <section
      id={PANEL}
      ref={panel}
      popover="auto"
      aria-label={t('explore.filters')}
      className="m-0 border-0 bg-transparent p-0 text-ink max-lg:backdrop:bg-quay/50 max-lg:open:fixed max-lg:open:inset-x-0 max-lg:open:top-auto max-lg:open:bottom-0 max-lg:open:max-h-[88dvh] max-lg:open:w-full max-lg:open:overflow-y-auto max-lg:open:overscroll-contain max-lg:open:rounded-t-lg max-lg:open:border-line max-lg:open:border-t max-lg:open:bg-surface max-lg:open:shadow-float lg:sticky lg:top-[calc(var(--header-height,0px)+1.5rem)] lg:-mx-3 lg:block lg:h-fit lg:max-h-[calc(100dvh-var(--header-height,0px)-3rem)] lg:w-auto lg:overflow-y-auto lg:overscroll-contain lg:px-3 lg:[scrollbar-width:thin]"
    >
      <div className="sticky top-0 z-2 flex items-center justify-between bg-surface px-4 pt-3 pb-2 lg:bg-ground lg:px-0 lg:pt-0 lg:pb-3">
        <h2 className="text-lg">{t('explore.filters')}</h2>
        <div className="flex items-center">
          {reset !== null && (
            <Link
              to={{ search: reset }}
              preventScrollReset
              className="inline-flex h-11 items-center px-3 font-semibold text-link underline underline-offset-4 lg:h-auto lg:px-0"
            >
              {t('explore.filters.reset')}
            </Link>
          )}
          <button
            type="button"
            popoverTarget={PANEL}
            popoverTargetAction="hide"
            aria-label={t('explore.filters.close')}
            className="-me-2 grid size-11 place-items-center lg:hidden"
          >
            <Icon name="close" />
          </button>
        </div>
      </div>
      <div className="px-4 pb-5 lg:p-0">{children}</div>
      <noscript>
        <button
          type="submit"
          form={form}
          className="mx-4 mt-0 mb-4 h-11 rounded-md bg-ink px-5 font-semibold text-ground lg:mx-0 lg:mt-5"
        >
          {t('explore.filters.apply')}
        </button>
      </noscript>
      {count !== undefined && (
        <div className="sticky bottom-0 border-line border-t bg-surface p-4 noscript:hidden lg:hidden">
          <button
            type="button"
            popoverTarget={PANEL}
            popoverTargetAction="hide"
            onClick={onClose}
            className="figures h-12 w-full rounded-md bg-action font-semibold text-on-action"
          >
            {t('explore.filters.show', { count })}
          </button>
        </div>
      )}
    </section>
  );
}

/** Closes an open bottom sheet when the screen becomes wide enough to show it as a column. */
function useCloseWhenWide() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 64rem)');
    const close = () => {
      if (wide.matches && ref.current?.matches(':popover-open')) ref.current.hidePopover();
    };
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return ref;
}

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
