import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import { modelTable } from './bookings-report.ts';
import { moneyTable, netCents } from './financials-report.ts';
import { type BookingStep, bookingsByStep, feedbackByStep, growthIn } from './report-activity-store.ts';
import { type LedgerStep, ledgerByStep } from './report-ledger-store.ts';
import {
  comparisonChart,
  keyFigure,
  noData,
  type ReportContext,
  stepTable,
  sumOf,
  sumsByStep,
} from './report-parts.ts';

type PeriodData = Awaited<ReturnType<typeof readPeriod>>;

/** Summarizes bookings, payments, growth and feedback. */
export async function overallReport(context: ReportContext): Promise<PdfPart[]> {
  const { t } = context;
  const now = await readPeriod(context, context.period);
  const past = await readPeriod(context, context.before);
  const figures = { figures: figuresOf(now, past, t) };
  if (isEmpty(now)) return [figures, ...noData(t)];
  const count = (row: BookingStep) => row.bookings;
  const booked = { now: now.bookings, past: past.bookings };
  const money = { now: now.ledger, past: past.ledger };
  return [
    figures,
    { text: t('report.whatCounts'), soft: true },
    { heading: t('report.course') },
    comparisonChart(context, { ...money, kind: 'lines', title: t('report.net'), pick: netCents, money: true }),
    comparisonChart(context, { ...booked, kind: 'bars', title: t('report.bookings'), pick: count }),
    ...(hasTrade(now) ? stepsPart(context, now) : [{ text: t('report.noTrade') }]),
    ...(await moneyTable(context)),
    ...(await modelTable(context, null)),
  ];
}

const hasTrade = ({ bookings, ledger }: PeriodData) => bookings.length > 0 || ledger.length > 0;

/** Returns true if the report would contain only zeros. */
function isEmpty(data: PeriodData): boolean {
  const { growth, feedback } = data;
  return !hasTrade(data) && feedback.length === 0 && growth.listings === 0 && growth.users === 0;
}

async function readPeriod({ db }: ReportContext, period: ReportContext['period']) {
  return {
    bookings: await bookingsByStep(db, period),
    ledger: await ledgerByStep(db, period),
    growth: await growthIn(db, period),
    feedback: await feedbackByStep(db, period),
  };
}

function figuresOf(now: PeriodData, past: PeriodData, t: Translator) {
  const comparedFigure = (label: string, of: (data: PeriodData) => number, write: (value: number) => string) =>
    keyFigure(label, of(now), of(past), write, t);
  const ofLedger = (pick: (row: LedgerStep) => number) => (data: PeriodData) => sumOf(data.ledger, pick);
  return [
    comparedFigure(t('report.bookings'), ({ bookings }) => sumOf(bookings, (row) => row.bookings), t.number),
    comparedFigure(t('report.bookedValue'), ({ bookings }) => sumOf(bookings, (row) => row.totalCents), t.cents),
    comparedFigure(
      t('report.captured'),
      ofLedger((row) => row.capturedCents),
      t.cents,
    ),
    comparedFigure(t('report.net'), ofLedger(netCents), t.cents),
    comparedFigure(t('report.newListings'), ({ growth }) => growth.listings, t.number),
    comparedFigure(t('report.newUsers'), ({ growth }) => growth.users, t.number),
    comparedFigure(t('report.reviews'), ({ feedback }) => sumOf(feedback, (row) => row.reviews), t.number),
    comparedFigure(t('report.messages'), ({ feedback }) => sumOf(feedback, (row) => row.messages), t.number),
  ];
}

function stepsPart(context: ReportContext, { bookings, ledger }: PeriodData): PdfPart[] {
  const { steps, period, t } = context;
  const ofBookings = (pick: (row: BookingStep) => number) => sumsByStep(steps, bookings, pick);
  const ofLedger = (pick: (row: LedgerStep) => number) => sumsByStep(steps, ledger, pick);
  const table = stepTable(context, [
    {
      head: t('report.sales'),
      values: ofBookings((row) => (row.offer === 'Sell' ? row.bookings : 0)),
      write: t.number,
    },
    {
      head: t('report.rentals'),
      values: ofBookings((row) => (row.offer === 'Rent' ? row.bookings : 0)),
      write: t.number,
    },
    { head: t('report.bookedValue'), values: ofBookings((row) => row.totalCents), write: t.cents },
    { head: t('report.captured'), values: ofLedger((row) => row.capturedCents), write: t.cents },
    { head: t('report.refunded'), values: ofLedger((row) => row.refundedCents), write: t.cents },
    { head: t('report.net'), values: ofLedger(netCents), write: t.cents },
  ]);
  return [{ heading: t(period.step === 'day' ? 'report.byDay' : 'report.byMonth') }, table];
}
