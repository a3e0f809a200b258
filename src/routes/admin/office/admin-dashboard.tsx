import { useLoaderData } from 'react-router';
import {
  ActivityChart,
  NewListings,
  RecentTransactions,
  RevenueChart,
  WaitingForStaff,
} from '#features/office/dashboard/admin/dashboard-parts.tsx';
import { loadDashboard } from '#features/office/dashboard/client/dashboard-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { AdminPage, adminMeta, ListFailed } from '#ui/admin/list-page.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadDashboard);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta('admin.dashboard.title');

export default function AdminDashboard() {
  const t = useTranslator();
  const { figures, listings, payments, waiting, other } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="admin.dashboard.title"
      spacing="wide"
      actions={
        <LinkButton kind="action" to={paths.reportDesign}>
          <AdminIcon name="download" />
          {t('admin.dashboard.report')}
        </LinkButton>
      }
    >
      <WaitingForStaff waiting={waiting} other={other} />
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
    </AdminPage>
  );
}
