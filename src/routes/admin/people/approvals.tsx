import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { ApprovalList, approvalActions, loadApprovals } from '#features/people/approvals/admin/approval-list.tsx';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, browserLoader, serverAction, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadApprovals);
const act = requireAdmin(approvalActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta(paths.approvals, 'admin.approvals.title');

export default function Approvals() {
  const t = useTranslator();
  const { approvals } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.approvals.title')} />
      <p className="max-w-prose text-ink-soft">{t('admin.approvals.text')}</p>
      <ApprovalList approvals={approvals} />
    </div>
  );
}
