import { useId } from 'react';
import { type ExploreState, RATINGS } from '#features/listings/model/criteria/explore-query.ts';
import type { FacetsResponse } from '#features/listings/model/listing-contract.ts';
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  optionMessage,
  optionsOf,
} from '#features/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { SelectBox, type SelectBoxProps } from '#ui/select-box.tsx';
import { PriceRange } from './price-range.tsx';

const MORE_FILTERS = CHOICE_FILTERS.filter((name) => name !== 'carType');

type ListingFiltersProps = {
  form: string;
  state: ExploreState;
  facets: FacetsResponse | undefined;
  onChoose: (change: Partial<ExploreState>) => void;
};

export function ListingFilters({ form, state, facets, onChoose }: ListingFiltersProps) {
  const t = useTranslator();
  const rents = state.mode === 'rent';
  const counted = (value: string, name: string, cars: number | null) => ({
    value,
    label: cars === null ? name : t('explore.option', { name, cars }),
  });
  const makes = (facets?.makes ?? []).map(({ value, cars }) => counted(value, value, cars));
  const years = (facets?.years ?? []).map(({ value, cars }) => counted(value, value, cars));
  const optionsBy = (name: ChoiceFilter) =>
    optionsOf(name).map((option) => {
      const label = t(optionMessage(name, option));
      const facet = facets?.[name === 'carType' ? 'carTypes' : name]?.find(({ value }) => value === option);
      return facet ? counted(option, label, facet.cars) : { value: option, label };
    });
  const choiceFilter = (name: ChoiceFilter) => (
    <FilterSelect
      key={name}
      form={form}
      name={name}
      label={t(`explore.${name}`)}
      value={state[name][0] ?? ''}
      options={[{ value: '', label: t(`explore.${name}.all`) }, ...optionsBy(name)]}
      onChoose={(value) => onChoose({ [name]: value === '' ? [] : [value] })}
    />
  );
  const [chosen = ''] = state.make;
  const make = makes.find(({ value }) => value.toLowerCase() === chosen.toLowerCase())?.value ?? chosen;
  const year = state.year === null ? '' : String(state.year);
  return (
    <div className="grid gap-5">
      <PriceRange
        form={form}
        label={t(rents ? 'explore.price.rent' : 'explore.price.buy')}
        mode={state.mode}
        range={state}
        onChoose={onChoose}
      />
      <FilterSelect
        form={form}
        name="make"
        label={t('explore.make')}
        value={make}
        options={[{ value: '', label: t('explore.make.all') }, ...withChosen(makes, make)]}
        onChoose={(value) => onChoose({ make: value === '' ? [] : [value] })}
      />
      {choiceFilter('carType')}
      <FilterSelect
        form={form}
        name="year"
        label={t('explore.year')}
        value={year}
        options={[{ value: '', label: t('explore.year.all') }, ...withChosen(years, year)]}
        onChoose={(value) => onChoose({ year: Number(value) || null })}
      />
      {rents && (
        <FilterSelect
          form={form}
          name="minRating"
          label={t('explore.rating')}
          value={String(state.minRating)}
          options={[
            { value: '0', label: t('explore.rating.all') },
            ...RATINGS.map((rating) => ({ value: String(rating), label: t('explore.rating.atLeast', { rating }) })),
          ]}
          onChoose={(value) => onChoose({ minRating: Number(value) })}
        />
      )}
      <details className="group" open={MORE_FILTERS.some((name) => state[name].length > 0)}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
          {t('explore.more')}
          <Icon name="down" className="size-4 group-open:rotate-180" />
        </summary>
        <div className="grid gap-5 pt-2">{MORE_FILTERS.map(choiceFilter)}</div>
      </details>
    </div>
  );
}

/** Adds the chosen option if no car has it. */
function withChosen(options: { value: string; label: string }[], chosen: string) {
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [{ value: chosen, label: chosen }, ...options];
}

type FilterSelectProps = Pick<SelectBoxProps, 'form' | 'name' | 'value' | 'options'> & {
  label: string;
  onChoose: (value: string) => void;
};

function FilterSelect({ label, onChoose, ...select }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <SelectBox {...select} id={id} onChange={(event) => onChoose(event.target.value)} className="h-11" />
    </div>
  );
}
