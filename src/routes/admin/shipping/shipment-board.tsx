import { useLoaderData, useSearchParams } from 'react-router';
import {
  fetchOrderReviews,
  orderReviewModeration,
} from '#features/aftersales/order-reviews/client/order-review-client.ts';
import { OrderReviewPart } from '#features/aftersales/order-reviews/components/order-review-part.tsx';
import { exportPaperActions, fetchExportPapers } from '#features/shipping/export-papers/client/export-paper-client.ts';
import { ExportPapers } from '#features/shipping/export-papers/components/export-papers.tsx';
import { HandoverPart } from '#features/shipping/handovers/components/handover-part.tsx';
import { BoardSteps, BoardTable, loadBoard } from '#features/shipping/shipments/admin/board-table.tsx';
import { FileOpenings } from '#features/shipping/shipments/admin/file-openings.tsx';
import { SchedulePart } from '#features/shipping/shipments/admin/schedule-part.tsx';
import { fileActions, scheduleActions } from '#features/shipping/shipments/client/shipment-actions.ts';
import { DocumentRoom } from '#features/shipping/shipments/components/files/document-room.tsx';
import { ReportList } from '#features/shipping/shipments/components/report-list.tsx';
import { Timeline } from '#features/shipping/shipments/components/timeline.tsx';
import { STEP_OWNERS } from '#features/shipping/shipments/model/step.ts';
import { handoverCalls } from '#features/shipping/shipping-calls.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { AdminPage, AdminPager, adminMeta, ListFailed } from '#ui/admin/list-page.tsx';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { LinkButton } from '#ui/button.tsx';

const load = requireAdmin(async (input: LoadInput) => {
  const loaded = await loadBoard(input);
  const handovers =
    loaded.selected &&
    (await input.api.findPermitted(handoverCalls.list, { params: { id: loaded.selected.order_id } }));
  const ratings = loaded.selected && (await fetchOrderReviews(input.api, loaded.selected.order_id));
  const exportPapers = loaded.selected && (await fetchExportPapers(input.api, loaded.selected.order_id));
  return { ...loaded, handovers, ratings, exportPapers };
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
const act = requireAdmin(
  actionByForm({ ...fileActions, ...exportPaperActions, ...scheduleActions, ...orderReviewModeration }),
);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.board.title');

export default function ShipmentBoard() {
  const t = useTranslator();
  const { board, selected, room, openings, reports, handovers, ratings, exportPapers } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const owners = STEP_OWNERS.map((value) => ({ value, label: t(`shipments.owner.${value}`) }));
  return (
    <AdminPage
      title="admin.board.title"
      text="admin.board.about"
      actions={
        <>
          <LinkButton to={paths.sailings}>{t('admin.board.sailings')}</LinkButton>
          <LinkButton to={paths.yard}>{t('admin.board.report')}</LinkButton>
        </>
      }
    >
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
            <SchedulePart timeline={selected} />
            {reports && <ReportList to="office" orderId={selected.order_id} reports={reports} />}
            {handovers && (
              <HandoverPart
                to="office"
                handovers={handovers}
                chargeLink={
                  <LinkButton to={`${paths.adminOrders}?view=${selected.order_id}`}>
                    {t('handover.toCharges')}
                  </LinkButton>
                }
              />
            )}
            {ratings && <OrderReviewPart orderId={selected.order_id} reviews={ratings} />}
            {exportPapers && <ExportPapers orderId={selected.order_id} papers={exportPapers} />}
            {room && (
              <DocumentRoom orderId={selected.order_id} room={room} offer={selected.offer}>
                {openings && <FileOpenings openings={openings} />}
              </DocumentRoom>
            )}
          </div>
        )}
      </SidePanel>
    </AdminPage>
  );
}
