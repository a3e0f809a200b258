import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ALL_FILTERS } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { Icon } from '#ui/icon.tsx';

type FilterFoldProps = {
  label: string;
  /** What is chosen inside, shown beside the label; empty if nothing is. */
  chosen: string;
  children: React.ReactNode;
};

/** A filter that unfolds. It begins open if something is chosen, and later only the user opens and closes it. */
export function FilterFold({ label, chosen, children }: FilterFoldProps) {
  const { isFilled, ...fold } = useFold(chosen !== '', chosen !== '');
  return (
    <details className={`group/fold border-line border-b ${isFilled ? '' : 'noscript:hidden'}`} {...fold}>
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
        <span className="shrink-0 font-semibold">{label}</span>
        <span className="min-w-0 grow truncate text-end text-ink-soft text-sm">{chosen}</span>
        <Icon name="down" className="size-4 text-ink-soft group-open/fold:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-4">{isFilled && children}</div>
    </details>
  );
}

/** Whether the address asks for all filters at once, as browsers without scripts do. */
export function useAllFilters(): boolean {
  return useSearchParams()[0].get(ALL_FILTERS.name) === ALL_FILTERS.value;
}

/**
 * The attributes of a `details`, and whether its content is needed: the content of a closed one is most of the page, so it
 * is left out until the user opens it. `holdsChoice` keeps it, so that a form sends what is chosen.
 */
export function useFold(beginsOpen: boolean, holdsChoice: boolean) {
  const all = useAllFilters();
  const ref = useRef<HTMLDetailsElement>(null);
  const [open] = useState(beginsOpen);
  const [unfolded, setUnfolded] = useState(beginsOpen);
  // The user may have opened it before the scripts of the page ran.
  useEffect(() => setUnfolded((before) => before || ref.current?.open === true), []);
  const onToggle = () => setUnfolded((before) => before || ref.current?.open === true);
  return { ref, open, onToggle, isFilled: all || unfolded || holdsChoice };
}
