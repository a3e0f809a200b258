import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Chart } from '#ui/admin/chart.tsx';
import { ACTIVITIES } from '../model/dashboard.ts';
import type { DashboardResponse } from '../model/dashboard-contract.ts';

/** Sample values, shown and marked as such until there is real data. */
const SAMPLE_MONTHS = [12_000, 19_000, 15_000, 24_000, 29_000];
const SAMPLE_WEEKS = [24, 38, 31, 52, 60];

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const count = new Intl.NumberFormat('en-US');
const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Adds the year to January, so that the change of year is visible. */
function monthLabel(month: string): string {
  return (month.endsWith('-01') ? monthAndYear : monthName).format(new Date(`${month}-01`));
}

export function RevenueChart({ revenue }: Pick<DashboardResponse, 'revenue'>) {
  const t = useTranslator();
  const months = Array.from({ length: 5 }, (_, month) => monthName.format(new Date(Date.UTC(2026, month))));
  return (
    <Chart
      title={t('admin.dashboard.revenue')}
      note={t(revenue ? 'admin.dashboard.revenue.note' : 'admin.dashboard.sample')}
      kind="line"
      labels={revenue ? revenue.map(({ month }) => monthLabel(month)) : months}
      series={[
        {
          name: t('admin.dashboard.revenue.amount'),
          values: revenue ? revenue.map(({ amount }) => amount) : SAMPLE_MONTHS,
        },
      ]}
      format={(value) => dollars.format(value)}
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
      labels={activity ? activity.map(({ week }) => dayName.format(new Date(week))) : weeks}
      series={
        activity
          ? ACTIVITIES.map((what) => ({
              name: t(`admin.dashboard.activity.${what}`),
              values: activity.map((week) => week[what]),
            }))
          : [{ name: t('admin.dashboard.activity'), values: SAMPLE_WEEKS }]
      }
      format={(value) => count.format(value)}
      table={{ head: t('admin.dashboard.week'), open: t('admin.dashboard.table') }}
    />
  );
}
