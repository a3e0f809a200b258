import { RetentionTable } from '#features/office/retention/admin/retention-table.tsx';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

export const meta = adminMeta('admin.retention.title');

/** Shows the schedule of the code, which is the same for every role; the layout requires an administrator. */
export default function Retention() {
  return (
    <AdminPage title="admin.retention.title" text="admin.retention.text">
      <RetentionTable />
    </AdminPage>
  );
}
