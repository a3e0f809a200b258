import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { loadPeople, peopleActions } from '#features/people/staff/admin/people-actions.ts';
import { InviteForm, PeopleTable } from '#features/people/staff/admin/people-table.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, browserLoader, serverAction, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadPeople);
const act = requireAdmin(peopleActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['name', 'email']);
export const clientAction = browserAction(act);
export const meta = adminMeta(paths.people, 'admin.people.title');

export default function People() {
  const t = useTranslator();
  const { people } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.people.title')} />
      <PeopleTable people={people} />
      <InviteForm />
    </div>
  );
}
