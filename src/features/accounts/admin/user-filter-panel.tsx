import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel, FilterSelect, FilterText } from '#ui/admin/filter-panel.tsx';
import { USER_STATUSES } from '../model/account.ts';
import { USER_FILTERS } from '../model/user-filters.ts';

export function UserFilterPanel() {
  const t = useTranslator();
  return (
    <FilterPanel names={USER_FILTERS}>
      <FilterText name="search" type="search" label={t('admin.users.search')} />
      <FilterSelect
        name="status"
        label={t('admin.users.status')}
        options={USER_STATUSES.map((status) => ({ value: status, label: t(`admin.users.status.${status}`) }))}
      />
      <FilterText name="createdFrom" type="date" label={t('admin.users.createdFrom')} />
      <FilterText name="createdTo" type="date" label={t('admin.users.createdTo')} />
      <FilterText name="lastLoginAfter" type="date" label={t('admin.users.lastLoginAfter')} />
    </FilterPanel>
  );
}
