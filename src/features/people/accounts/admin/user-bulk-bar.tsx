import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BulkBar, type Selection } from '#ui/admin/selection.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { UserStatus } from '../model/account.ts';
import type { AdminUser } from '../model/admin-account-contract.ts';

export function UserBulkBar({ selection, users }: { selection: Selection; users: AdminUser[] }) {
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
