import { useRef, useState } from 'react';
import { href } from '#lib/api-client/api-call.ts';
import { saveDownload } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { AdminIcon } from '#ui/admin/admin-icon.tsx';
import { Button } from '#ui/button.tsx';
import { SubmitButton } from '#ui/forms/action-form.tsx';
import { FormContext, SelectField } from '#ui/forms/fields.tsx';
import { reportCalls } from '../../office-calls.ts';
import { MONTHS, monthName, REPORT_SCOPES, REPORT_TYPES } from '../model/report.ts';
import type { ReportYearsResponse } from '../model/report-contract.ts';

const NO_PROBLEMS = { problems: {}, values: {} };

/** Without scripts the browser submits the form and downloads the report itself. */
export function ReportDesign({ years, month }: ReportYearsResponse) {
  const t = useTranslator();
  const [scope, setScope] = useState<string>('monthly');
  const { busy, generate } = useGenerateReport();
  const optionsOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return (
    <form
      method="get"
      action={href(reportCalls.pdf)}
      onSubmit={generate}
      className="grid max-w-3xl gap-5 rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <FormContext value={{ ...NO_PROBLEMS, busy }}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="reportScope"
            label={t('admin.reports.scope')}
            value={scope}
            onChange={(event) => setScope(event.target.value)}
            options={optionsOf(REPORT_SCOPES, (value) => t(`admin.reports.scope.${value}`))}
          />
          <SelectField
            name="reportType"
            label={t('admin.reports.type')}
            options={optionsOf(REPORT_TYPES, (value) => t(`admin.reports.type.${value}`))}
          />
          {scope === 'monthly' && (
            <SelectField
              name="month"
              label={t('admin.reports.month')}
              defaultValue={month}
              options={MONTHS.map((number) => ({ value: String(number), label: monthName(number, t) }))}
            />
          )}
          <SelectField
            name="year"
            label={t('admin.reports.year')}
            options={years.map((year) => ({ value: String(year), label: String(year) }))}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton busy={t('admin.reports.generating')}>{t('admin.reports.generate')}</SubmitButton>
          <Button type="submit" formAction={href(reportCalls.csv)}>
            <AdminIcon name="download" className="size-5" />
            {t('admin.reports.csv')}
          </Button>
        </div>
        <p className="text-ink-soft text-sm">{t('admin.reports.csvText')}</p>
      </FormContext>
    </form>
  );
}

/** Generates one PDF at a time. The browser itself downloads the CSV, because it can save it while it is streamed. */
function useGenerateReport() {
  const t = useTranslator();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const generate = async (event: React.SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const chosen = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    try {
      showToast(t('admin.reports.saved', { name: await saveDownload(`${href(reportCalls.pdf)}?${chosen}`) }));
    } catch (error) {
      console.warn(error);
      showToast(t('admin.reports.failed'), 'failed');
    }
    running.current = false;
    setBusy(false);
  };
  return { busy, generate };
}
