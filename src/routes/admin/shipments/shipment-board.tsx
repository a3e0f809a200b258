import { useLoaderData, useSearchParams } from 'react-router';
import { adminMeta } from '#features/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/sessions/client/require-user.ts';
import { loadBoard } from '#features/shipments/admin/board-actions.ts';
import { BoardSteps } from '#features/shipments/admin/board-steps.tsx';
import { BoardTable } from '#features/shipments/admin/board-table.tsx';
import { Timeline } from '#features/shipments/components/timeline.tsx';
import { STEP_OWNERS } from '#features/shipments/model/step.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, serverLoader } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/admin-header.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPager, ListFailed } from '#ui/admin/list-state.tsx';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadBoard);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = adminMeta(paths.shipmentBoard, 'admin.board.title');

export default function ShipmentBoard() {
  const t = useTranslator();
  const { board, selected } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const owners = STEP_OWNERS.map((value) => ({ value, label: t(`shipments.owner.${value}`) }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader title={t('admin.board.title')}>
        <LinkButton to={paths.sailings}>{t('admin.board.sailings')}</LinkButton>
        <LinkButton to={paths.yard}>{t('admin.board.report')}</LinkButton>
      </AdminHeader>
      <p className="max-w-prose text-ink-soft">{t('admin.board.about')}</p>
      {board ? (
        <>
          <BoardSteps steps={board.steps} />
          <FilterPanel
            fields={[
              {
                name: 'late',
                label: t('admin.board.lateFilter'),
                options: [
                  { value: '', label: t('admin.board.all') },
                  { value: 'yes', label: t('admin.board.onlyLate') },
                ],
              },
              {
                name: 'owner',
                label: t('admin.board.owner'),
                options: [{ value: '', label: t('admin.board.everybody') }, ...owners],
              },
            ]}
          />
          <BoardTable orders={board.items} />
          <AdminPager pagination={board.pagination} />
        </>
      ) : (
        <ListFailed />
      )}
      <SidePanel title={selected?.number ?? ''} open={selected !== null && search.has('view')}>
        {selected && (
          <div className="grid gap-4">
            <div className="flex flex-wrap gap-2">
              <LinkButton to={`${paths.yard}?order=${selected.order_id}`} kind="action">
                {t('admin.board.report')}
              </LinkButton>
              <LinkButton to={`${paths.adminOrders}?view=${selected.order_id}`}>{t('admin.board.money')}</LinkButton>
            </div>
            <Timeline timeline={selected} />
          </div>
        )}
      </SidePanel>
    </div>
  );
}
