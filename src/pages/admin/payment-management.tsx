import '#generated/words/en-admin.ts';
import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { loadPayments, paymentActs } from '#features/payments/admin-payments.ts';
import { PaymentFilters } from '#features/payments/components/admin/payment-filters.tsx';
import { PaymentPanel } from '#features/payments/components/admin/payment-panel.tsx';
import { PaymentTable } from '#features/payments/components/admin/payment-table.tsx';
import { PAYMENT_FILTERS } from '#features/payments/payment-filters.ts';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { AdminPager, ListFailed } from '#ui/admin/list-state.tsx';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '../paths.ts';

const load = adminGuarded(loadPayments);
const act = adminGuarded(byForm(paymentActs));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.paymentManagement, 'admin.payments.title');

export default function PaymentManagement() {
  const t = useWords();
  const { payments, failed, detail, problem } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (problem !== null) showToast(problem, 'failed');
  }, [problem]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.payments.title')}>
        <CsvLink path="/api/admin/payments/csv" names={PAYMENT_FILTERS} />
      </AdminHead>
      <PaymentFilters />
      {payments ? (
        <>
          <PaymentTable payments={payments.items} />
          <AdminPager pagination={payments.pagination} />
        </>
      ) : (
        <ListFailed text={failed ?? t('admin.table.failed')} />
      )}
      <PaymentPanel detail={detail} />
    </div>
  );
}
