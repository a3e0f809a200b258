import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { SELECTABLE_STATUSES } from '../model/admin-listing.ts';
import { CATEGORIES } from './option-lists.ts';

export function CarFilterPanel() {
  const t = useTranslator();
  return (
    <FilterPanel
      fields={[
        { name: 'search', kind: 'search', label: t('manage.filter.search'), placeholder: t('manage.filter.searchFor') },
        {
          name: 'category',
          label: t('manage.filter.category'),
          options: CATEGORIES.map((type) => ({ value: type, label: t(`cars.type.${type}`) })),
        },
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
