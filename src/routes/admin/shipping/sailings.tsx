import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { SailingForm } from '#features/shipping/shipments/admin/sailing-form.tsx';
import { loadSailings, SailingPanel, SailingTable } from '#features/shipping/shipments/admin/sailings.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader, AdminPager } from '#ui/admin/list-page.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadSailings);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta(paths.sailings, 'admin.sailings.title');

export default function Sailings() {
  const t = useTranslator();
  const { sailings, selected, ports } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.sailings.title')}>
        <LinkButton to={paths.shipmentBoard}>{t('admin.board.title')}</LinkButton>
      </AdminHeader>
      <p className="max-w-prose text-ink-soft">{t('admin.sailings.about')}</p>
      <SailingTable sailings={sailings.items} />
      <AdminPager pagination={sailings.pagination} />
      <section className="mt-4 grid gap-4">
        <h2 className="text-lg">{t('admin.sailings.new')}</h2>
        <p className="max-w-prose">{t('admin.sailings.newText')}</p>
        <SailingForm ports={ports} />
      </section>
      <SailingPanel sailing={selected} />
    </div>
  );
}
