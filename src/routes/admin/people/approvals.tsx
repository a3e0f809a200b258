import { useLoaderData } from 'react-router';
import { ApprovalList, approvalActions, loadApprovals } from '#features/people/approvals/admin/approval-list.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadApprovals);
const act = requireAdmin(approvalActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.approvals.title');

export default function Approvals() {
  const { approvals } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.approvals.title" text="admin.approvals.text">
      <ApprovalList approvals={approvals} />
    </AdminPage>
  );
}
