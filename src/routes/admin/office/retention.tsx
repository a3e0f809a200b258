import { RetentionTable } from '#features/office/retention/admin/retention-table.tsx';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/list-page.tsx';

export const meta = adminMeta(paths.retention, 'admin.retention.title');

/** Shows the schedule of the code, which is the same for everybody; the layout requires an administrator. */
export default function Retention() {
  const t = useTranslator();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.retention.title')} />
      <p className="max-w-prose text-ink-soft">{t('admin.retention.text')}</p>
      <RetentionTable />
    </div>
  );
}
