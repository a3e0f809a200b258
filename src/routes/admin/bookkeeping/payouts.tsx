import { useLoaderData } from 'react-router';
import { DueList } from '#features/bookkeeping/payouts/admin/due-list.tsx';
import { loadPayouts, payoutActions } from '#features/bookkeeping/payouts/admin/payout-actions.ts';
import { PayoutCards } from '#features/bookkeeping/payouts/admin/payout-cards.tsx';
import { adminMeta } from '#features/people/accounts/admin/admin-meta.ts';
import { requireAdmin } from '#features/people/sessions/client/require-user.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, browserLoader, serverAction, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { AdminHeader } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadPayouts);
const act = requireAdmin(payoutActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['days', 'fee', 'reason']);
export const clientAction = browserAction(act);
export const meta = adminMeta(paths.payouts, 'admin.payouts.title');

export default function Payouts() {
  const t = useTranslator();
  const { due, payouts, limit_cents: limit } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-6">
      <AdminHeader title={t('admin.payouts.title')} />
      <p className="max-w-prose text-ink-soft">{t('admin.payouts.text', { limit: t.cents(limit) })}</p>
      <DueList due={due} />
      <PayoutCards payouts={payouts} />
    </div>
  );
}
