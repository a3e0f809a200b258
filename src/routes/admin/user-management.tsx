import '#generated/words/en-account.ts';
import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { loadUsers, userActs } from '#features/accounts/admin/user-actions.ts';
import { UserFilterPanel } from '#features/accounts/admin/user-filter-panel.tsx';
import { UserPanel } from '#features/accounts/admin/user-panel.tsx';
import { UserTable } from '#features/accounts/admin/user-table.tsx';
import { USER_FILTERS } from '#features/accounts/model/user-filters.ts';
import { adminGuarded } from '#features/sessions/client/require-user.ts';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { actInBrowser, actOnServer, byForm } from '#lib/pages/form-action.ts';
import { loadInBrowser, loadOnServer } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHead } from '#ui/admin/admin-header.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';

const load = adminGuarded(loadUsers);
const act = adminGuarded(byForm(userActs));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.userManagement, 'admin.users.title');

export default function UserManagement() {
  const t = useWords();
  const { users, failed, detail } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.users.title')}>
        <CsvLink path="/api/admin/users/csv" names={USER_FILTERS} />
      </AdminHead>
      <UserFilterPanel />
      {users ? <UserTable users={users} /> : <ListFailed text={failed ?? t('admin.users.failed')} />}
      <UserPanel detail={detail} />
    </div>
  );
}
