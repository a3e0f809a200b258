import { useLoaderData } from 'react-router';
import { reportCalls } from '#features/office/office-calls.ts';
import { ReportDesign } from '#features/office/reports/admin/report-design.tsx';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/list-page.tsx';

const load = requireAdmin(({ api }: LoadInput) => api.call(reportCalls.periods));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta(paths.reportDesign, 'admin.reports.title');

export default function ReportDesignPage() {
  const t = useTranslator();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.reports.title')} />
      <p className="text-ink-soft">{t('admin.reports.text')}</p>
      <ReportDesign {...useLoaderData<typeof loader>()} />
    </div>
  );
}
