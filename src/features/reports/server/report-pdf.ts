import { englishWords as t } from '#lib/i18n/all-messages.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { type PdfPart, pdfOf } from '#lib/server/pdf/pdf-document.ts';
import { periodBefore, periodOf, type ReportRequest, stepsOf } from '../model/report.ts';
import { bookingsReport } from './bookings-report.ts';
import { feedbackReport } from './feedback-report.ts';
import { financialsReport } from './financials-report.ts';
import { overallReport } from './overall-report.ts';
import type { ReportContext } from './report-parts.ts';

const MINUTE = 16;

/** A report as PDF. All that it says is read through `db`, which should show one moment of the database. */
export async function reportPdf(db: Queryable, request: ReportRequest, now: Date): Promise<Buffer> {
  const period = periodOf(request);
  const before = periodBefore(request);
  const context: ReportContext = {
    db,
    period,
    before,
    steps: stepsOf(period, now),
    allSteps: stepsOf(period, period.to),
    stepsBefore: stepsOf(before, before.to),
  };
  const time = now.toISOString().slice(0, MINUTE).replace('T', ' ');
  return pdfOf({
    title: t(`report.title.${request.type}`),
    subtitle: t(`report.scope.${request.scope}`, { period: period.name }),
    sender: PRODUCT_NAME,
    made: t('report.made', { time }),
    at: now,
    pageOf: (page, pages) => t('paper.page', { page, pages }),
    parts: [...frame(context, now, time), ...(await contentOf(context, request))],
  });
}

/** What the figures are about, said before they are read. */
function frame({ period, before }: ReportContext, now: Date, time: string): PdfPart[] {
  const day = (moment: Date) => moment.toISOString().slice(0, 10);
  const last = new Date(period.to.getTime() - 1);
  const told = t('report.period', { first: day(period.from), last: day(last), before: before.name });
  if (period.from > now) return [{ text: told, soft: true }, { text: t('report.notBegun') }];
  return [{ text: told, soft: true }, ...(period.to > now ? [{ text: t('report.notOver', { time }) }] : [])];
}

function contentOf(context: ReportContext, { type }: ReportRequest): Promise<PdfPart[]> {
  if (type === 'sales') return bookingsReport(context, 'Sell');
  if (type === 'rentals') return bookingsReport(context, 'Rent');
  if (type === 'financials') return financialsReport(context);
  return type === 'customerfeedback' ? feedbackReport(context) : overallReport(context);
}
