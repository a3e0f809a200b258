import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmailField, MobileField, NameField } from '#features/people/accounts/components/account-fields.tsx';
import { USER_STATUSES, type UserStatus } from '#features/people/accounts/model/account.ts';
import type { AdminUser, UserDetailResponse } from '#features/people/accounts/model/admin-account-contract.ts';
import { AuditTrail } from '#features/people/audit/admin/audit-table.tsx';
import type { Paged } from '#lib/contract-parts.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { DataTable, RowButton, RowLink } from '#ui/admin/data-table.tsx';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPager, searchToOpen } from '#ui/admin/list-page.tsx';
import { BulkBar, type Selection, useSelection } from '#ui/admin/selection.tsx';
import { Facts, SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

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
function UserName({ user: { name, hasReservedName } }: { user: Pick<AdminUser, 'name' | 'hasReservedName'> }) {
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

/** Shows a user in the side panel if the URL has a `view` or `edit` parameter. `children`: what later areas add. */
export function UserPanel({ detail, children }: { detail: UserDetailResponse | null; children?: React.ReactNode }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const editing = search.has('edit');
  const open = editing || search.has('view');
  return (
    <SidePanel title={t(editing ? 'admin.users.edit' : 'admin.users.view')} open={open} holdsForm={editing}>
      {detail === null && <p role="alert">{t(editing ? 'admin.users.invalid.edit' : 'admin.users.invalid.view')}</p>}
      {detail &&
        (editing ? (
          <UserForm key={detail.user.id} user={detail.user} />
        ) : (
          <UserFacts detail={detail}>{children}</UserFacts>
        ))}
    </SidePanel>
  );
}

function UserFacts({ detail: { user, history }, children }: { detail: UserDetailResponse; children: React.ReactNode }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const audit = new URLSearchParams({ subject: 'user', subjectId: String(user.id) });
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          [t('admin.users.id'), user.id],
          [t('admin.users.name'), <UserName key="name" user={user} />],
          [t('admin.users.email'), user.email],
          [t('admin.users.pendingEmail'), user.pendingEmail],
          [
            t('admin.users.mobile'),
            user.mobile && <PhoneLink key="mobile" number={user.mobile} written={user.mobileWritten} />,
          ],
          [
            t('admin.users.status'),
            <StatusTag key="status" status={user.status}>
              {t(`admin.users.status.${user.status}`)}
            </StatusTag>,
          ],
          [t('admin.users.created'), <UtcTime key="created" time={user.createdAt} />],
          [
            t('admin.users.lastLogin'),
            user.lastLogin ? <UtcTime key="login" time={user.lastLogin} /> : t('admin.users.never'),
          ],
          [t('admin.users.sessions'), t('admin.users.sessions.count', { count: user.sessions })],
          [t('account.factor.title'), t(user.secondFactor ? 'account.factor.isOn' : 'account.factor.isOff')],
        ]}
      />
      <LinkButton
        to={{ search: searchToOpen(search, 'edit', user.id) }}
        preventScrollReset
        className="justify-self-start"
      >
        {t('admin.users.edit')}
      </LinkButton>
      <Link
        to={`${paths.adminOrders}?search=${encodeURIComponent(user.email)}`}
        className={`${TEXT_LINK} justify-self-start`}
      >
        {t('admin.users.orders')}
      </Link>
      {user.secondFactor && (
        <ActionForm name="factor" className="grid gap-3 border-line border-t pt-5">
          <input type="hidden" name="id" value={user.id} />
          <p className="text-ink-soft text-sm">{t('admin.users.resetFactorText')}</p>
          <SubmitButton kind="danger" busy={t('admin.users.changing')}>
            {t('admin.users.resetFactor')}
          </SubmitButton>
        </ActionForm>
      )}
      {children}
      <section className="grid gap-2">
        <h3 className="text-lg">{t('admin.users.history')}</h3>
        <AuditTrail entries={history} />
        <Link to={`${paths.auditLog}?${audit}`} className={TEXT_LINK}>
          {t('admin.users.allHistory')}
        </Link>
      </section>
    </div>
  );
}

function UserForm({ user }: { user: UserDetailResponse['user'] }) {
  const t = useTranslator();
  const close = useClosePanel();
  const { id, name, email, status, version } = user;
  const mobile = user.mobileWritten ?? '';
  return (
    <EditForm name="edit" version={version} values={{ name, email, mobile, status }} onDone={close}>
      <TextField name="id" label={t('admin.users.id')} value={id} readOnly />
      <NameField defaultValue={name} />
      <input type="hidden" name="savedEmail" value={email} />
      <EmailField defaultValue={email} autoComplete="off" hint={t('admin.users.emailHint')} />
      <MobileField name="mobile" defaultValue={mobile} />
      <SelectField
        name="status"
        label={t('admin.users.status')}
        hint={t('admin.users.editHint')}
        defaultValue={status}
        options={USER_STATUSES.map((value) => ({ value, label: t(`admin.users.status.${value}`) }))}
      />
    </EditForm>
  );
}
