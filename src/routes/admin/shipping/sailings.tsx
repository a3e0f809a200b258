import { useLoaderData } from 'react-router';
import { loadSailings, SailingForm, SailingPanel, SailingTable } from '#features/shipping/shipments/admin/sailings.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminPage, AdminPager, adminMeta } from '#ui/admin/list-page.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadSailings);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta('admin.sailings.title');

export default function Sailings() {
  const t = useTranslator();
  const { sailings, selected, ports } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="admin.sailings.title"
      text="admin.sailings.about"
      actions={<LinkButton to={paths.shipmentBoard}>{t('admin.board.title')}</LinkButton>}
    >
      <SailingTable sailings={sailings.items} />
      <AdminPager pagination={sailings.pagination} />
      <section className="mt-4 grid gap-4">
        <h2 className="text-lg">{t('admin.sailings.new')}</h2>
        <p className="max-w-prose">{t('admin.sailings.newText')}</p>
        <SailingForm ports={ports} />
      </section>
      <SailingPanel sailing={selected} />
    </AdminPage>
  );
}
