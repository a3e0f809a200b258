import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { USER_STATUSES } from '../model/account.ts';

export function UserFilterPanel() {
  const t = useTranslator();
  return (
    <FilterPanel
      fields={[
        { name: 'search', kind: 'search', label: t('admin.users.search') },
        {
          name: 'status',
          label: t('admin.users.status'),
          options: USER_STATUSES.map((status) => ({ value: status, label: t(`admin.users.status.${status}`) })),
        },
        { name: 'createdFrom', kind: 'date', label: t('admin.users.createdFrom') },
        { name: 'createdTo', kind: 'date', label: t('admin.users.createdTo') },
        { name: 'lastLoginAfter', kind: 'date', label: t('admin.users.lastLoginAfter') },
      ]}
    />
  );
}
