import '#generated/words/en-account.ts';
import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { loadUsers, userActs } from '#features/accounts/admin-users.ts';
import { UserFilterPanel } from '#features/accounts/components/admin/user-filter-panel.tsx';
import { UserPanel } from '#features/accounts/components/admin/user-panel.tsx';
import { UserTable } from '#features/accounts/components/admin/user-table.tsx';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { USER_FILTERS } from '#features/accounts/user-filters.ts';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';
import { paths } from '../paths.ts';

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
