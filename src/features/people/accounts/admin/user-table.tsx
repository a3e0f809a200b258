import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Paged } from '#lib/paging.ts';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { AdminPager } from '#ui/admin/list-state.tsx';
import { RowButton, RowLink } from '#ui/admin/row-action.tsx';
import { useSelection } from '#ui/admin/selection.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { AdminUser } from '../model/admin-account-contract.ts';
import { UserBulkBar } from './user-bulk-bar.tsx';
import { UserName } from './user-name.tsx';

export function UserTable({ users: { items, pagination } }: { users: Paged<AdminUser> }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const [deleting, setDeleting] = useState<AdminUser | null>(null);
  const selection = useSelection(items.map(({ id }) => id));
  const open = (name: 'view' | 'edit', { id }: AdminUser) => ({ search: searchToOpen(search, name, id) });
  return (
    <div className="grid gap-4">
      <DataTable
        caption={t('admin.users.title')}
        rows={items}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        empty={t('admin.users.none')}
        selection={selection}
        order={{ sort: search.get('sort') ?? 'name', order: search.get('order') === 'desc' ? 'desc' : 'asc' }}
        columns={[
          {
            id: 'name',
            head: t('admin.users.name'),
            cell: (user) => <UserName user={user} />,
            sorts: true,
          },
          { id: 'email', head: t('admin.users.email'), cell: ({ email }) => email, sorts: true },
          {
            id: 'status',
            head: t('admin.users.status'),
            cell: ({ status }) => <StatusTag status={status}>{t(`admin.users.status.${status}`)}</StatusTag>,
            sorts: true,
          },
          {
            id: 'lastLogin',
            head: t('admin.users.lastLogin'),
            cell: ({ lastLogin }) => (lastLogin ? <UtcTime time={lastLogin} /> : t('admin.users.never')),
            sorts: true,
          },
        ]}
        actions={(user) => (
          <>
            <RowLink icon="view" label={t('admin.table.view', { row: user.name })} to={open('view', user)} />
            <RowLink icon="edit" label={t('admin.table.edit', { row: user.name })} to={open('edit', user)} />
            <RowButton
              icon="trash"
              label={t('admin.table.delete', { row: user.name })}
              onPress={() => setDeleting(user)}
            />
          </>
        )}
      />
      <UserBulkBar selection={selection} users={items} />
      <AdminPager pagination={pagination} />
      <ConfirmDialog
        title={t('admin.users.delete')}
        text={t('admin.users.deleteAsk')}
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        form="delete"
        values={{ id: deleting?.id ?? '' }}
      >
        <p className="wrap-anywhere">{t('admin.users.deleteWhat', { name: deleting?.name ?? '' })}</p>
      </ConfirmDialog>
    </div>
  );
}
