import { useWords } from '#lib/i18n/messages-context.tsx';
import { BulkBar, type Selection } from '#ui/admin/selection.tsx';
import { ActForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { UserStatus } from '../model/account.ts';
import type { ManagedUser } from '../model/admin-account-contract.ts';

/** Sets how all selected users stand. */
export function UserBulkBar({ selection, users }: { selection: Selection; users: ManagedUser[] }) {
  const t = useWords();
  const chosen = users.filter(({ id }) => selection.has(id));
  const value = chosen.map(({ id, version, status }) => `${id}:${version}:${status}`).join(',');
  const button = (status: UserStatus, label: string) => (
    <ActForm name="status" onDone={selection.clear} className="grid">
      <input type="hidden" name="users" value={value} />
      <input type="hidden" name="status" value={status} />
      <SubmitButton kind="quiet" busy={t('admin.users.changing')}>
        {label}
      </SubmitButton>
    </ActForm>
  );
  return (
    <BulkBar selection={selection}>
      {button('Inactive', t('admin.users.deactivate'))}
      {button('Active', t('admin.users.activate'))}
    </BulkBar>
  );
}
