import { useLoaderData } from 'react-router';
import { reportCalls } from '#features/office/office-calls.ts';
import { ReportDesign } from '#features/office/reports/admin/report-design.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(({ api }: LoadInput) => api.call(reportCalls.periods));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta('admin.reports.title');

export default function ReportDesignPage() {
  const t = useTranslator();
  return (
    <AdminPage title="admin.reports.title">
      <p className="text-ink-soft">{t('admin.reports.text')}</p>
      <ReportDesign {...useLoaderData<typeof loader>()} />
    </AdminPage>
  );
}
