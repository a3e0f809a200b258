import '#generated/words/en-admin.ts';
import '#generated/words/en-sell.ts';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { ActivityChart, RevenueChart } from '#features/admin/components/dashboard-charts.tsx';
import { NewListings, RecentTransactions } from '#features/admin/components/dashboard-tables.tsx';
import { loadDashboard } from '#features/admin/dashboard-calls.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { ListFailed } from '#ui/admin/list-state.tsx';
import { LinkButton } from '#ui/button.tsx';
import { paths } from '../paths.ts';

const load = adminGuarded(loadDashboard);
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const meta = adminMeta(paths.adminDashboard, 'admin.dashboard.title');

export default function AdminDashboard() {
  const t = useWords();
  const { figures, listings, payments } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminHead title={t('admin.dashboard.title')}>
        <LinkButton kind="action" to={paths.reportDesign}>
          <AdminIcon name="download" />
          {t('admin.dashboard.report')}
        </LinkButton>
      </AdminHead>
      {figures ? (
        <div className="grid gap-4 xl:grid-cols-2">
          <RevenueChart revenue={figures.revenue} />
          <ActivityChart activity={figures.activity} />
        </div>
      ) : (
        <ListFailed text={t('admin.dashboard.failed')} />
      )}
      <NewListings listings={listings} />
      <RecentTransactions payments={payments} />
    </div>
  );
}
