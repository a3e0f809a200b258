import { Link } from 'react-router';
import {
  activeFilters,
  choose,
  type ExploreState,
  writeExplore,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Relaxation } from '../model/search-contract.ts';
import { wholeFilterText } from './filters/filter-text.ts';
import { useMileageUnit } from './filters/mileage-unit.ts';

type RelaxationsProps = { state: ExploreState; relaxations: Relaxation[] };

/** Links to the same search without one of its filters or words, each with its number of cars. */
export function Relaxations({ state, relaxations }: RelaxationsProps) {
  const t = useTranslator();
  const unit = useMileageUnit();
  const active = new Map(activeFilters(state).map(({ name, without }) => [name, without]));
  const links = relaxations.flatMap(({ drop, word, q = '', mayImport, cars, isLeast }) => {
    if (mayImport)
      return { search: writeExplore(choose(state, { mayImport })), text: t('explore.relax.check', { cars }) };
    const without = drop === 'q' ? choose(state, { q }) : active.get(drop);
    if (!without) return [];
    const filter = t('explore.search.word', {
      word: drop === 'q' ? (word ?? '') : wholeFilterText(t, drop, state, unit),
    });
    return { search: writeExplore(without), text: t(isLeast ? LEAST : WITHOUT, { filter, cars }) };
  });
  if (links.length === 0) return null;
  return (
    <div className="grid w-full gap-2">
      <p>{t('explore.relax.title')}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {links.map(({ search, text }) => (
          <li key={text}>
            <Link
              to={{ search }}
              preventScrollReset
              className="figures inline-flex min-h-11 items-center text-link underline underline-offset-4"
            >
              <span className="break-words">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const WITHOUT = 'explore.relax.without';
const LEAST = 'explore.relax.without.least';
