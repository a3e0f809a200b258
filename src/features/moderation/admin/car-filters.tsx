import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel, FilterSelect, FilterText } from '#ui/admin/filter-panel.tsx';
import { CAR_FILTERS } from '../client/admin-listing-client.ts';
import { SELECTABLE_STATUSES } from '../model/admin-listing.ts';
import { CATEGORIES } from './option-lists.ts';

export function CarFilters() {
  const t = useTranslator();
  const amount = { type: 'number', min: 0, step: 'any', inputMode: 'decimal' } as const;
  return (
    <FilterPanel names={CAR_FILTERS}>
      <FilterText
        name="search"
        type="search"
        label={t('manage.filter.search')}
        placeholder={t('manage.filter.searchFor')}
      />
      <FilterSelect
        name="category"
        label={t('manage.filter.category')}
        options={CATEGORIES.map((type) => ({ value: type, label: t(`cars.type.${type}`) }))}
      />
      <FilterSelect
        name="status"
        label={t('manage.filter.status')}
        options={SELECTABLE_STATUSES.map((status) => ({ value: status, label: t(`car.status.${status}`) }))}
      />
      <FilterText name="minPrice" label={t('manage.filter.minPrice')} {...amount} />
      <FilterText name="maxPrice" label={t('manage.filter.maxPrice')} {...amount} />
    </FilterPanel>
  );
}
