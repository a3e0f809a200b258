import { Link, useSearchParams } from 'react-router';
import { AuditTrail } from '#features/people/audit/admin/audit-trail.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { EditForm } from '#ui/admin/edit-form.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { EmailField, MobileField, NameField } from '../components/account-fields.tsx';
import { USER_STATUSES } from '../model/account.ts';
import type { UserDetailResponse } from '../model/admin-account-contract.ts';
import { UserName } from './user-table.tsx';

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
