import { useLoaderData } from 'react-router';
import { loadOperator, OperatorForm, saveOperator } from '#features/site/operator/admin/operator-form.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadOperator);
const act = requireAdmin(saveOperator);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.operator.title');

export default function Operator() {
  const { operator } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.operator.title" text="admin.operator.text">
      <OperatorForm operator={operator} />
    </AdminPage>
  );
}
