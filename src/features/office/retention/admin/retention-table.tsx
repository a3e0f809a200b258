import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { RETENTION_SCHEDULE } from '../model/retention-schedule.ts';

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;

function periodText(keptS: number | null, t: Translator): string {
  if (keptS === null) return t('admin.retention.noPeriod');
  if (keptS % DAY_S === 0) return t('admin.retention.days', { days: keptS / DAY_S });
  return t('admin.retention.hours', { hours: Math.round(keptS / HOUR_S) });
}

/** The schedule that the hourly job applies. */
export function RetentionTable() {
  const t = useTranslator();
  return (
    <DataTable
      caption={t('admin.retention.title')}
      withoutControls
      rows={RETENTION_SCHEDULE}
      keyOf={({ subject }) => subject}
      empty=""
      columns={[
        {
          id: 'subject',
          head: t('admin.retention.subject'),
          cell: ({ subject }) => t(`admin.retention.of.${subject}`),
        },
        { id: 'period', head: t('admin.retention.period'), cell: ({ keptS }) => periodText(keptS, t) },
        { id: 'then', head: t('admin.retention.then'), cell: ({ subject }) => t(`admin.retention.then.${subject}`) },
        { id: 'why', head: t('admin.retention.why'), cell: ({ subject }) => t(`admin.retention.why.${subject}`) },
      ]}
    />
  );
}
