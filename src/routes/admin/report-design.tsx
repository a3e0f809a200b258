import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { ReportDesign } from '#features/reports/admin/report-design.tsx';
import { loadReportPeriods } from '#features/reports/client/report-client.ts';
import { adminGuarded } from '#features/sessions/client/require-user.ts';
import { useWords } from '#lib/i18n/messages-context.tsx';
import { loadInBrowser, loadOnServer } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHead } from '#ui/admin/admin-header.tsx';

const load = adminGuarded(loadReportPeriods);
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const meta = adminMeta(paths.reportDesign, 'admin.reports.title');

export default function ReportDesignPage() {
  const t = useWords();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.reports.title')} />
      <p className="text-ink-soft">{t('admin.reports.text')}</p>
      <ReportDesign {...useLoaderData<typeof loader>()} />
    </div>
  );
}
