import '#generated/words/en-admin.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { ReportDesign } from '#features/reports/components/report-design.tsx';
import { loadReportPeriods } from '#features/reports/report-calls.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { paths } from '../paths.ts';

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
