import { Link } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { ListingState } from '#features/catalog/moderation/admin/listing-state-badge.tsx';
import type { AdminCardResponse } from '#features/catalog/moderation/model/admin-listing-contract.ts';
import type { PaymentMethod } from '#features/payments/gateways/model/charge.ts';
import type { AdminPayment } from '#features/payments/payments/model/admin-payment-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { Chart } from '#ui/admin/chart.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListFailed } from '#ui/admin/list-page.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { ACTIVITIES } from '../model/dashboard.ts';
import type { DashboardResponse } from '../model/dashboard-contract.ts';

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
