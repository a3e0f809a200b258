import { useLoaderData } from 'react-router';
import { tableCalls } from '#features/office/office-calls.ts';
import { fetchHoldRight, HoldRight, holdRightActions } from '#features/orders/holds/admin/hold-right.tsx';
import { loadUsers, userActions } from '#features/people/accounts/admin/user-actions.ts';
import { UserFilterPanel, UserPanel, UserTable } from '#features/people/accounts/admin/user-table.tsx';
import { USER_FILTERS } from '#features/people/accounts/model/account.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';

const load = requireAdmin(async (input: LoadInput) => {
  const loaded = await loadUsers(input);
  return { ...loaded, holdRight: loaded.detail && (await fetchHoldRight(input.api, loaded.detail.user.id)) };
});
const act = requireAdmin(actionByForm({ ...userActions, ...holdRightActions }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.users.title');

export default function UserManagement() {
  const t = useTranslator();
  const { users, failed, detail, holdRight } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.users.title" actions={<CsvLink path={href(tableCalls.users)} names={USER_FILTERS} />}>
      <UserFilterPanel />
      {users ? <UserTable users={users} /> : <ListFailed text={failed ?? t('admin.users.failed')} />}
      <UserPanel detail={detail}>{detail && holdRight && <HoldRight user={detail.user} right={holdRight} />}</UserPanel>
    </AdminPage>
  );
}
