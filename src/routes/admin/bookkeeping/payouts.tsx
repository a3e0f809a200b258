import { useLoaderData } from 'react-router';
import { loadPayouts, payoutActions } from '#features/bookkeeping/payouts/admin/payout-actions.ts';
import { DueList, PayoutCards } from '#features/bookkeeping/payouts/admin/payouts.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadPayouts);
const act = requireAdmin(payoutActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['days', 'fee', 'reason']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.payouts.title');

export default function Payouts() {
  const t = useTranslator();
  const { due, payouts, limit_cents: limit } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.payouts.title" spacing="wide">
      <p className="max-w-prose text-ink-soft">{t('admin.payouts.text', { limit: t.cents(limit) })}</p>
      <DueList due={due} />
      <PayoutCards payouts={payouts} />
    </AdminPage>
  );
}
