import '#generated/words/en-admin.ts';
import '#generated/words/en-sell.ts';
import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { AddListingDialog } from '#features/listings/components/admin/add-listing-dialog.tsx';
import { CarFilters } from '#features/listings/components/admin/car-filters.tsx';
import { CarTable } from '#features/listings/components/admin/car-table.tsx';
import { EditListing } from '#features/listings/components/admin/edit-listing.tsx';
import { ListingDetails } from '#features/listings/components/admin/listing-details.tsx';
import { managedCarActs } from '#features/listings/manage-acts.ts';
import { type AskedListing, CAR_FILTERS, loadManagedCars } from '#features/listings/manage-calls.ts';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { AdminPager, ListFailed } from '#ui/admin/list-state.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '../paths.ts';

const load = adminGuarded(loadManagedCars);
const act = adminGuarded(byForm(managedCarActs));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.carManagement, 'manage.title');

export default function CarManagement() {
  const t = useWords();
  const { list, asked } = useLoaderData<typeof loader>();
  const [adding, setAdding] = useState(false);
  useToldProblem(asked);
  const listingFor = (kind: AskedListing['kind']) => (asked?.kind === kind ? asked.listing : null);
  return (
    <div className="grid gap-4">
      <AdminHead title={t('manage.title')}>
        <CsvLink path="/api/admin/listings/csv" names={CAR_FILTERS} />
        <LinkButton to={paths.moderation}>
          <AdminIcon name="queue" />
          {t('manage.queue')}
        </LinkButton>
        <Button kind="action" onClick={() => setAdding(true)} className="noscript:hidden">
          <AdminIcon name="plus" />
          {t('manage.add')}
        </Button>
      </AdminHead>
      <CarFilters />
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
    </div>
  );
}

/** A listing that was asked for and cannot be shown is said as a message. */
function useToldProblem(asked: AskedListing | null): void {
  const t = useWords();
  const problem = asked?.problem ?? null;
  useEffect(() => {
    if (problem !== null) showToast(t(problem), 'failed');
  }, [problem, t]);
}
