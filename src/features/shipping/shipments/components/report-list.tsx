import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import type { WrittenEvent } from '../model/shipment-contract.ts';

type ReportListProps = { orderId: number; reports: WrittenEvent[]; to?: 'reader' | 'office' };

/** All reports about an order, including withdrawn ones. A mistaken report can be withdrawn here. */
export function ReportList({ orderId, reports, to = 'reader' }: ReportListProps) {
  const t = useTranslator();
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-lg border border-line bg-surface p-4 md:p-6">
      <h2 id={id} className="text-lg">
        {t('reports.title')}
      </h2>
      <p className="max-w-prose text-ink-soft text-sm">{t('reports.about')}</p>
      {reports.length === 0 && <p>{t('reports.none')}</p>}
      <ul className="grid gap-3">
        {reports.map((report) => (
          <Report key={`${report.id}-${report.listing_id}`} orderId={orderId} report={report} to={to} />
        ))}
      </ul>
    </section>
  );
}

type ReportProps = { orderId: number; report: WrittenEvent; to: 'reader' | 'office' };

function Report({ orderId, report, to }: ReportProps) {
  const t = useTranslator();
  const { step, certainty, happens_at: at, time_zone: zone, place, paper, note, by, told_at: told } = report;
  const what = [t(`shipments.step.${step}`), ...(paper === null ? [] : [t(`shipments.paper.${paper}`)])].join(': ');
  return (
    <li className="wrap-anywhere grid gap-0.5 border-line border-s-2 ps-3">
      <p className={report.withdrawn ? 'text-ink-soft line-through' : 'font-semibold'}>
        {what} · {t(`reports.certainty.${certainty}`)} {t.localDay(at, zone)}
        {place && ` · ${place.name}`}
      </p>
      <p className="text-ink-soft text-sm">
        {t('reports.by', { by: t(`reports.actor.${by}`), time: t.utcTime(told) })}
        {report.of_vessel && ` · ${t('reports.ofVessel')}`}
      </p>
      {note && <p className="text-sm">{note}</p>}
      <BankDetailsWarning text={note} to={to} />
      {report.withdrawn && (
        <p className="text-sm text-waiting">
          {t('reports.withdrawnOn', { time: t.utcTime(report.withdrawn.at), reason: report.withdrawn.reason })}
        </p>
      )}
      {report.withdrawable && (
        <details>
          <summary className="cursor-pointer py-1 text-link text-sm">
            {t('reports.withdraw', { step: t(`shipments.step.${step}`) })}
          </summary>
          <ActionForm name="withdraw report" className="grid gap-3 pt-2 pb-3">
            <input type="hidden" name="order" value={orderId} />
            <input type="hidden" name="event" value={report.id} />
            <p className="text-sm">{t(report.of_vessel ? 'reports.withdrawVessel' : 'reports.withdrawText')}</p>
            <TextAreaField name="reason" label={t('reports.reason')} maxLength={500} rows={2} required />
            <SubmitButton kind="danger" busy={t('schedule.saving')}>
              {t('reports.withdrawNow')}
            </SubmitButton>
          </ActionForm>
        </details>
      )}
    </li>
  );
}
