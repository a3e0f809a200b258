import { useId } from 'react';
import { type ExploreState, isByLanded, SORTS } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { SelectBox } from '#ui/select-box.tsx';

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
