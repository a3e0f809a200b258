import { useLoaderData } from 'react-router';
import { InviteForm, loadPeople, PeopleTable, peopleActions } from '#features/people/staff/admin/people-table.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadPeople);
const act = requireAdmin(peopleActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['name', 'email']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.people.title');

export default function People() {
  const { people } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.people.title">
      <PeopleTable people={people} />
      <InviteForm />
    </AdminPage>
  );
}
