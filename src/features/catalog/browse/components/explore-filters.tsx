import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';

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
