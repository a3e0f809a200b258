import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { CarFilterPanel, CarTable } from '#features/catalog/moderation/admin/car-table.tsx';
import { ListingDetails } from '#features/catalog/moderation/admin/listing-details.tsx';
import { AddListingDialog, EditListing } from '#features/catalog/moderation/admin/listing-dialogs.tsx';
import {
  adminListingActions,
  CAR_FILTERS,
  loadAdminCars,
  type SelectedListing,
} from '#features/catalog/moderation/client/admin-listing-client.ts';
import { tableCalls } from '#features/office/office-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { paths } from '#paths.ts';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { AdminPage, AdminPager, adminMeta, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';
import { Button, LinkButton } from '#ui/button.tsx';

const load = requireAdmin(loadAdminCars);
const act = requireAdmin(actionByForm(adminListingActions));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('manage.title');

export default function CarManagement() {
  const t = useTranslator();
  const { list, selected } = useLoaderData<typeof loader>();
  const [adding, setAdding] = useState(false);
  useProblemToast(selected);
  const listingFor = (kind: SelectedListing['kind']) => (selected?.kind === kind ? selected.listing : null);
  return (
    <AdminPage
      title="manage.title"
      actions={
        <>
          <CsvLink path={href(tableCalls.listings)} names={CAR_FILTERS} />
          <LinkButton to={paths.moderation}>
            <AdminIcon name="queue" />
            {t('manage.queue')}
          </LinkButton>
          <Button kind="action" onClick={() => setAdding(true)} className="noscript:hidden">
            <AdminIcon name="plus" />
            {t('manage.add')}
          </Button>
        </>
      }
    >
      <CarFilterPanel />
      {list ? (
        <>
          {list.understood && <p className="text-ink-soft">{t('manage.understood', { words: list.understood })}</p>}
          <CarTable cars={list.listings} />
          <AdminPager pagination={list.pagination} />
        </>
      ) : (
        <ListFailed text={t('manage.fetchFailed')} />
      )}
      <ListingDetails listing={listingFor('view')} />
      <EditListing listing={listingFor('edit')} />
      <AddListingDialog open={adding} onClose={() => setAdding(false)} />
    </AdminPage>
  );
}

/** Shows a toast if the requested listing cannot be shown. */
function useProblemToast(selected: SelectedListing | null): void {
  const t = useTranslator();
  const problem = selected?.problem ?? null;
  useEffect(() => {
    if (problem !== null) showToast(t(problem), 'failed');
  }, [problem, t]);
}
