import { Link } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { ListingState } from '#features/catalog/moderation/admin/listing-state-badge.tsx';
import type { AdminCardResponse } from '#features/catalog/moderation/model/admin-listing-contract.ts';
import type { OtherWork } from '#features/office/dashboard/client/dashboard-client.ts';
import { ACTIVITIES } from '#features/office/dashboard/model/dashboard.ts';
import type { DashboardResponse } from '#features/office/dashboard/model/dashboard-contract.ts';
import type { WaitingOrders } from '#features/orders/order-pages/model/admin-order-contract.ts';
import type { PaymentMethod } from '#features/payments/gateways/model/charge.ts';
import type { AdminPayment } from '#features/payments/payments/model/admin-payment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { AdminIcon, type AdminIconName } from '#ui/admin/admin-icon.tsx';
import { Chart } from '#ui/admin/chart.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListFailed } from '#ui/admin/list-page.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

/** Sample values, shown and marked as such until there is real data. */
const SAMPLE_MONTHS = [12_000, 19_000, 15_000, 24_000, 29_000];
const SAMPLE_WEEKS = [24, 38, 31, 52, 60];

/** Adds the year to January, to show the change of year. */
function monthLabel(month: string, t: Translator): string {
  return t.date(`${month}-01`, month.endsWith('-01') ? 'shortMonthOfYear' : 'shortMonth');
}

export function RevenueChart({ revenue }: Pick<DashboardResponse, 'revenue'>) {
  const t = useTranslator();
  const months = Array.from({ length: 5 }, (_, month) => t.date(Date.UTC(2026, month), 'shortMonth'));
  return (
    <Chart
      title={t('admin.dashboard.revenue')}
      note={t(revenue ? 'admin.dashboard.revenue.note' : 'admin.dashboard.sample')}
      kind="line"
      labels={revenue ? revenue.map(({ month }) => monthLabel(month, t)) : months}
      series={[
        {
          name: t('admin.dashboard.revenue.amount'),
          values: revenue ? revenue.map(({ amount }) => amount) : SAMPLE_MONTHS,
        },
      ]}
      format={(value) => t.dollars(value, 'short')}
      table={{ head: t('admin.dashboard.month'), open: t('admin.dashboard.table') }}
    />
  );
}

export function ActivityChart({ activity }: Pick<DashboardResponse, 'activity'>) {
  const t = useTranslator();
  const weeks = Array.from({ length: 5 }, (_, index) => t('admin.dashboard.sampleWeek', { week: String(index + 1) }));
  return (
    <Chart
      title={t('admin.dashboard.activity')}
      note={t(activity ? 'admin.dashboard.activity.note' : 'admin.dashboard.sample')}
      kind="area"
      labels={activity ? activity.map(({ week }) => t.date(week, 'dayOfMonth')) : weeks}
      series={
        activity
          ? ACTIVITIES.map((what) => ({
              name: t(`admin.dashboard.activity.${what}`),
              values: activity.map((week) => week[what]),
            }))
          : [{ name: t('admin.dashboard.activity'), values: SAMPLE_WEEKS }]
      }
      format={(value) => t.number(value)}
      table={{ head: t('admin.dashboard.week'), open: t('admin.dashboard.table') }}
    />
  );
}

/** The newest listings of any status. */
export function NewListings({ listings }: { listings: AdminCardResponse[] | null }) {
  const t = useTranslator();
  const title = t('admin.dashboard.listings');
  return (
    <Newest title={title} more={{ to: paths.carManagement, words: t('admin.dashboard.allListings') }}>
      {listings ? (
        <DataTable
          caption={title}
          rows={listings}
          keyOf={({ listing_id: id }) => id}
          empty={t('manage.none')}
          columns={[
            {
              id: 'title',
              head: t('admin.dashboard.column.title'),
              cell: (car) => (
                <Link to={`${paths.carManagement}?view=${car.listing_id}`} className={TEXT_LINK}>
                  {listingName(car)}
                </Link>
              ),
            },
            {
              id: 'category',
              head: t('manage.column.category'),
              cell: (car) => (car.carType ? t(`cars.carType.${car.carType}`) : t('cars.notAvailable')),
            },
            { id: 'status', head: t('manage.column.status'), cell: (car) => <ListingState listing={car} /> },
            {
              id: 'price',
              head: t('manage.column.price'),
              cell: (car) => t.dollars(car.price, 'whole') + (car.RentSell === 'Rent' ? t('cars.perDay') : ''),
              figures: true,
            },
          ]}
        />
      ) : (
        <ListFailed />
      )}
    </Newest>
  );
}

export function RecentTransactions({ payments }: { payments: AdminPayment[] | null }) {
  const t = useTranslator();
  const title = t('admin.dashboard.transactions');
  return (
    <Newest title={title} more={{ to: paths.paymentManagement, words: t('admin.dashboard.allTransactions') }}>
      {payments ? (
        <DataTable
          caption={title}
          rows={payments}
          keyOf={({ id }) => id}
          empty={t('admin.dashboard.noTransactions')}
          columns={[
            {
              id: 'transaction',
              head: t('admin.payments.column.transaction'),
              cell: (payment) => (
                <Link to={`${paths.paymentManagement}?view=${payment.id}`} className={TEXT_LINK}>
                  {payment.transaction_id}
                </Link>
              ),
            },
            { id: 'user', head: t('admin.payments.column.user'), cell: (payment) => payment.user_id },
            {
              id: 'amount',
              head: t('admin.payments.column.amount'),
              cell: ({ amount }) => t.dollars(amount),
              figures: true,
            },
            {
              id: 'method',
              head: t('admin.payments.column.method'),
              cell: ({ payment_method: method }) => t(`admin.payments.method.${method as PaymentMethod}`),
            },
            {
              id: 'date',
              head: t('admin.payments.column.date'),
              cell: ({ date_of_payment: date }) => <UtcTime time={date} />,
            },
          ]}
        />
      ) : (
        <ListFailed />
      )}
    </Newest>
  );
}

type NewestProps = { title: string; more: { to: string; words: string }; children: React.ReactNode };

function Newest({ title, more, children }: NewestProps) {
  return (
    <section className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        <Link to={more.to} className={`${TEXT_LINK} inline-flex min-h-11 items-center`}>
          {more.words}
        </Link>
      </div>
      {children}
    </section>
  );
}

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
  { what: 'names', to: paths.vehicleNames, icon: 'edit', look: 'text-waiting' },
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
