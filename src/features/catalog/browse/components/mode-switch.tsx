import { Link } from 'react-router';
import {
  choose,
  EVERYTHING,
  type ExploreState,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

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
