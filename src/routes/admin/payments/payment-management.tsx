import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { tableCalls } from '#features/office/office-calls.ts';
import { loadPayments, paymentActions } from '#features/payments/payments/admin/payment-actions.ts';
import { PaymentPanel } from '#features/payments/payments/admin/payment-panel.tsx';
import { PaymentFilterPanel, PaymentTable } from '#features/payments/payments/admin/payment-table.tsx';
import { PAYMENT_FILTERS } from '#features/payments/payments/model/payment-search.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { showToast } from '#lib/pages/toast-store.ts';
import { AdminPage, AdminPager, adminMeta, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadPayments);
const act = requireAdmin(actionByForm(paymentActions));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.payments.title');

export default function PaymentManagement() {
  const t = useTranslator();
  const { payments, failed, detail, problem } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (problem !== null) showToast(problem, 'failed');
  }, [problem]);
  return (
    <AdminPage
      title="admin.payments.title"
      actions={<CsvLink path={href(tableCalls.payments)} names={PAYMENT_FILTERS} />}
    >
      <PaymentFilterPanel />
      {payments ? (
        <>
          <PaymentTable payments={payments.items} />
          <AdminPager pagination={payments.pagination} />
        </>
      ) : (
        <ListFailed text={failed ?? t('admin.table.failed')} />
      )}
      <PaymentPanel detail={detail} />
    </AdminPage>
  );
}
