import { Link } from 'react-router';
import type { WaitingOrders } from '#features/orders/order-pages/model/admin-order-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { AdminIcon, type AdminIconName } from '#ui/admin/admin-icon.tsx';
import { ListFailed } from '#ui/admin/list-page.tsx';
import type { OtherWork } from '../client/dashboard-client.ts';

const LINKS = [
  { what: 'overdue', to: `${paths.adminOrders}?queue=overdue`, icon: 'cross', look: 'text-danger' },
  { what: 'claims', to: paths.adminClaims, icon: 'flag', look: 'text-danger' },
  { what: 'check', to: `${paths.adminOrders}?queue=check`, icon: 'flag', look: 'text-danger' },
  { what: 'late', to: `${paths.shipmentBoard}?late=yes`, icon: 'clock', look: 'text-danger' },
  { what: 'refunds', to: `${paths.paymentManagement}?refund=failed`, icon: 'cross', look: 'text-danger' },
  { what: 'refund', to: `${paths.adminOrders}?queue=refund`, icon: 'clock', look: 'text-danger' },
  { what: 'renter', to: `${paths.adminOrders}?queue=renter`, icon: 'clock', look: 'text-waiting' },
  { what: 'transfer', to: `${paths.adminOrders}?queue=transfer`, icon: 'clock', look: 'text-waiting' },
  { what: 'lines', to: paths.bankStatements, icon: 'clock', look: 'text-waiting' },
  {
    what: 'statements',
    to: `${paths.bankStatements}?tab=statements&state=to_confirm`,
    icon: 'check',
    look: 'text-waiting',
  },
  { what: 'approvals', to: paths.approvals, icon: 'check', look: 'text-waiting' },
  { what: 'listings', to: paths.moderation, icon: 'clock', look: 'text-waiting' },
  { what: 'messages', to: paths.adminMessages, icon: 'clock', look: 'text-waiting' },
  { what: 'completion', to: `${paths.adminOrders}?queue=completion`, icon: 'check', look: 'text-waiting' },
  { what: 'handover', to: `${paths.adminOrders}?queue=handover`, icon: 'check', look: 'text-verified' },
] as const satisfies { what: string; to: string; icon: AdminIconName; look: string }[];

/** Links to waiting work with its counts. Warns about a missing count, which would hide work. */
export function WaitingForStaff({ waiting, other }: { waiting: WaitingOrders | null; other: OtherWork }) {
  const t = useTranslator();
  const counts: Partial<Record<string, number | null>> = {
    ...waiting?.queues,
    ...other,
    refunds: waiting?.refunds_failed,
  };
  const shown = LINKS.flatMap((link) => ({ ...link, count: counts[link.what] ?? 0 })).filter(({ count }) => count > 0);
  const isPartial = LINKS.some(({ what }) => typeof counts[what] !== 'number');
  return (
    <section aria-labelledby="waiting-for-staff" className="grid gap-2">
      <h2 id="waiting-for-staff" className="text-lg">
        {t('admin.dashboard.waiting')}
      </h2>
      {isPartial ? (
        <ListFailed text={t('admin.dashboard.waiting.partial')} />
      ) : (
        shown.length === 0 && <p className="text-ink-soft">{t('admin.dashboard.waiting.none')}</p>
      )}
      <ul className="flex flex-wrap gap-2">
        {shown.map(({ what, to, icon, look, count }) => (
          <li key={what}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-2 rounded-md border border-line bg-surface px-4 font-semibold underline-offset-4 hover:underline"
            >
              <AdminIcon name={icon} className={`size-5 ${look}`} />
              {t(`admin.dashboard.waiting.${what}`, { count })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
