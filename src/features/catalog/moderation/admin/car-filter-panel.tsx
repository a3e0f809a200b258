import { type ChoiceFilter, optionMessage } from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { OTHER_CHOICE_FILTERS, SELECTABLE_STATUSES } from '../model/admin-listing.ts';
import { orderedOptions } from './option-lists.ts';

export function CarFilterPanel() {
  const t = useTranslator();
  const choiceFilter = (name: ChoiceFilter) => ({
    name,
    label: t(`explore.${name}`),
    options: orderedOptions(name).map((option) => ({ value: option, label: t(optionMessage(name, option)) })),
  });
  return (
    <FilterPanel
      fields={[
        { name: 'search', kind: 'search', label: t('manage.filter.search'), placeholder: t('manage.filter.searchFor') },
        { ...choiceFilter('carType'), name: 'category', label: t('manage.filter.category') },
        ...OTHER_CHOICE_FILTERS.map(choiceFilter),
        {
          name: 'status',
          label: t('manage.filter.status'),
          options: SELECTABLE_STATUSES.map((status) => ({ value: status, label: t(`car.status.${status}`) })),
        },
        { name: 'minPrice', kind: 'amount', label: t('manage.filter.minPrice') },
        { name: 'maxPrice', kind: 'amount', label: t('manage.filter.maxPrice') },
      ]}
    />
  );
}
