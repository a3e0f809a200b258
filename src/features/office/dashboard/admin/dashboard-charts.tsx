import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Chart } from '#ui/admin/chart.tsx';
import { ACTIVITIES } from '../model/dashboard.ts';
import type { DashboardResponse } from '../model/dashboard-contract.ts';

/** Sample values, shown and marked as such until there is real data. */
const SAMPLE_MONTHS = [12_000, 19_000, 15_000, 24_000, 29_000];
const SAMPLE_WEEKS = [24, 38, 31, 52, 60];

/** Adds the year to January, so that the change of year is visible. */
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
