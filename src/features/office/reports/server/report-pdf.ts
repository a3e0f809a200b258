import type { Translator } from '#lib/i18n/translator.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type PdfPart, pdfOf } from '#lib/server/pdf/pdf-document.ts';
import { periodBefore, periodName, type ReportRequest, reportPeriod, stepsOf } from '../model/report.ts';
import { bookingsReport } from './bookings-report.ts';
import { feedbackReport } from './feedback-report.ts';
import { financialsReport } from './financials-report.ts';
import { overallReport } from './overall-report.ts';
import type { ReportContext } from './report-parts.ts';

/** Renders a report as PDF. Pass a snapshot (repeatable read) as `db` for consistent figures. */
export async function reportPdf(db: Queryable, request: ReportRequest, now: Date, t: Translator): Promise<Buffer> {
  const period = reportPeriod(request);
  const before = periodBefore(request);
  const context: ReportContext = {
    db,
    t,
    period,
    before,
    steps: stepsOf(period, now, t),
    allSteps: stepsOf(period, period.to, t),
    stepsBefore: stepsOf(before, before.to, t),
  };
  const time = t.utcTime(now);
  return pdfOf({
    lang: t.locale,
    title: t(`report.title.${request.type}`),
    subtitle: t(`report.scope.${request.scope}`, { period: periodName(period, t) }),
    sender: PRODUCT_NAME,
    made: t('report.made', { time }),
    at: now,
    pageOf: (page, pages) => t('paper.page', { page, pages }),
    parts: [...introParts(context, now, time), ...(await contentOf(context, request))],
  });
}

/** Introduces the report with its period, and says if the period has not begun or is not over. */
function introParts({ period, before, t }: ReportContext, now: Date, time: string): PdfPart[] {
  const last = new Date(period.to.getTime() - 1);
  const periodText = t('report.period', {
    first: t.date(period.from),
    last: t.date(last),
    before: periodName(before, t),
  });
  if (period.from > now) return [{ text: periodText, soft: true }, { text: t('report.notBegun') }];
  return [{ text: periodText, soft: true }, ...(period.to > now ? [{ text: t('report.notOver', { time }) }] : [])];
}

function contentOf(context: ReportContext, { type }: ReportRequest): Promise<PdfPart[]> {
  if (type === 'sales') return bookingsReport(context, 'Sell');
  if (type === 'rentals') return bookingsReport(context, 'Rent');
  if (type === 'financials') return financialsReport(context);
  return type === 'customerfeedback' ? feedbackReport(context) : overallReport(context);
}
