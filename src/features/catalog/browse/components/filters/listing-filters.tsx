import { RATINGS } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ImportGroup } from '../import/import-group.tsx';
import { PriceRange } from '../price-range.tsx';
import { CheckRows, FilterFold, FilterSelect, facetRows, SeveralSelect } from './filter-controls.tsx';
import { type FilterProps, MoreFilters } from './more-filters.tsx';

/** The filters of the specification, then all others. */
export function ListingFilters(props: FilterProps) {
  const { form, state, facets, onChoose } = props;
  const t = useTranslator();
  const rents = state.mode === 'rent';
  const years = (facets?.years ?? []).map(({ value, cars }) => ({
    value,
    label: cars === null ? value : t('explore.option', { name: value, cars }),
  }));
  const make = listedNames(state.make, facets?.makes);
  const model = listedNames(state.model, facets?.model);
  const models = facetRows(t, 'model', { ...state, model }, facets);
  const year = state.year === null ? '' : String(state.year);
  return (
    <div className="grid gap-5">
      {!rents && <ImportGroup {...props} />}
      <PriceRange
        form={form}
        label={t(rents ? 'explore.price.rent' : 'explore.price.buy')}
        mode={state.mode}
        range={state}
        onChoose={onChoose}
      />
      <SeveralSelect
        form={form}
        name="make"
        label={t('explore.make')}
        all={t('explore.make.all')}
        more={t('filters.makes')}
        rows={facetRows(t, 'make', { ...state, make }, facets)}
        chosen={make}
        onChoose={(chosen) => onChoose({ make: chosen })}
      >
        {models.length > 0 && (
          <FilterFold label={t('filters.models')} chosen={model.join(', ')}>
            <CheckRows
              form={form}
              name="model"
              label={t('filters.models')}
              rows={models}
              chosen={model}
              onChoose={(chosen) => onChoose({ model: chosen })}
            />
          </FilterFold>
        )}
      </SeveralSelect>
      <SeveralSelect
        form={form}
        name="carType"
        label={t('explore.carType')}
        all={t('explore.carType.all')}
        more={t('filters.carTypes')}
        rows={facetRows(t, 'carType', state, facets)}
        chosen={state.carType}
        onChoose={(carType) => onChoose({ carType })}
      />
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
      <MoreFilters {...props} />
      {/* What has no field here, so that a form sent without JavaScript keeps it. */}
      {state.seller.map((seller) => (
        <input key={seller} type="hidden" form={form} name="seller" value={seller} />
      ))}
      {!rents && state.to !== '' && <input type="hidden" form={form} name="to" value={state.to} />}
    </div>
  );
}

/** Adds the chosen option if no car has it. */
function withChosen(options: { value: string; label: string }[], chosen: string) {
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [{ value: chosen, label: chosen }, ...options];
}

/** Returns names in the letter case of the list; the address may have another. */
const listedNames = (chosen: string[], listed: { value: string }[] = []) =>
  chosen.map((name) => listed.find(({ value }) => value.toLowerCase() === name.toLowerCase())?.value ?? name);
