import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Paged } from '#lib/contract-parts.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { DataTable, RowButton, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPager, searchToOpen } from '#ui/admin/list-page.tsx';
import { BulkBar, type Selection, useSelection } from '#ui/admin/selection.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { USER_STATUSES, type UserStatus } from '../model/account.ts';
import type { AdminUser } from '../model/admin-account-contract.ts';

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

function UserBulkBar({ selection, users }: { selection: Selection; users: AdminUser[] }) {
  const t = useTranslator();
  const selected = users.filter(({ id }) => selection.has(id));
  const value = selected.map(({ id, version, status }) => `${id}:${version}:${status}`).join(',');
  const button = (status: UserStatus, label: string) => (
    <ActionForm name="status" onDone={selection.clear} className="grid">
      <input type="hidden" name="users" value={value} />
      <input type="hidden" name="status" value={status} />
      <SubmitButton kind="quiet" busy={t('admin.users.changing')}>
        {label}
      </SubmitButton>
    </ActionForm>
  );
  return (
    <BulkBar selection={selection}>
      {button('Inactive', t('admin.users.deactivate'))}
      {button('Active', t('admin.users.activate'))}
    </BulkBar>
  );
}

/** The name of a user. A reserved name was chosen before such names were refused, or before the operator's name changed. */
export function UserName({ user: { name, hasReservedName } }: { user: Pick<AdminUser, 'name' | 'hasReservedName'> }) {
  const t = useTranslator();
  if (!hasReservedName) return name;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {name}
      <span className="inline-flex items-center gap-1.5 rounded-full bg-danger-ground px-2.5 py-0.5 font-semibold text-danger text-sm">
        <AdminIcon name="flag" className="size-4" />
        {t('admin.users.reservedName')}
      </span>
    </span>
  );
}

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
