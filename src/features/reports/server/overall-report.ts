import { englishWords as t } from '#lib/i18n/all-messages.ts';
import { formatCents } from '#lib/money.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import { modelTable } from './bookings-report.ts';
import { netCents } from './financials-report.ts';
import { type BookingStep, bookingsByStep, growthIn } from './report-booking-store.ts';
import { feedbackByStep } from './report-feedback-store.ts';
import { type LedgerStep, ledgerByStep } from './report-ledger-store.ts';
import {
  comparingChart,
  figure,
  formatNumber,
  noData,
  perStep,
  type ReportContext,
  stepTable,
  sumOf,
} from './report-parts.ts';

type Seen = Awaited<ReturnType<typeof lookAt>>;

/** The report that says something of everything. */
export async function overallReport(context: ReportContext): Promise<PdfPart[]> {
  const now = await lookAt(context, context.period);
  const past = await lookAt(context, context.before);
  const figures = { figures: figuresOf(now, past) };
  if (isEmpty(now)) return [figures, ...noData()];
  const count = (row: BookingStep) => row.bookings;
  const booked = { now: now.bookings, past: past.bookings };
  const money = { now: now.ledger, past: past.ledger };
  return [
    figures,
    { text: t('report.whatCounts'), soft: true },
    { heading: t('report.course') },
    comparingChart(context, { ...money, kind: 'lines', title: t('report.net'), pick: netCents, money: true }),
    comparingChart(context, { ...booked, kind: 'bars', title: t('report.bookings'), pick: count }),
    ...(traded(now) ? stepsPart(context, now) : [{ text: t('report.noTrade') }]),
    ...(await modelTable(context, null)),
  ];
}

const traded = ({ bookings, ledger }: Seen) => bookings.length > 0 || ledger.length > 0;

/** Nothing that the report counts has happened. */
function isEmpty(seen: Seen): boolean {
  const { growth, feedback } = seen;
  return !traded(seen) && feedback.length === 0 && growth.listings === 0 && growth.users === 0;
}

async function lookAt({ db }: ReportContext, period: ReportContext['period']) {
  return {
    bookings: await bookingsByStep(db, period),
    ledger: await ledgerByStep(db, period),
    growth: await growthIn(db, period),
    feedback: await feedbackByStep(db, period),
  };
}

function figuresOf(now: Seen, past: Seen) {
  const compared = (label: string, of: (seen: Seen) => number, write: (value: number) => string) =>
    figure(label, of(now), of(past), write);
  const ofLedger = (pick: (row: LedgerStep) => number) => (seen: Seen) => sumOf(seen.ledger, pick);
  return [
    compared(t('report.bookings'), ({ bookings }) => sumOf(bookings, (row) => row.bookings), formatNumber),
    compared(t('report.bookedValue'), ({ bookings }) => sumOf(bookings, (row) => row.totalCents), formatCents),
    compared(
      t('report.captured'),
      ofLedger((row) => row.capturedCents),
      formatCents,
    ),
    compared(t('report.net'), ofLedger(netCents), formatCents),
    compared(t('report.newListings'), ({ growth }) => growth.listings, formatNumber),
    compared(t('report.newUsers'), ({ growth }) => growth.users, formatNumber),
    compared(t('report.reviews'), ({ feedback }) => sumOf(feedback, (row) => row.reviews), formatNumber),
    compared(t('report.messages'), ({ feedback }) => sumOf(feedback, (row) => row.messages), formatNumber),
  ];
}

function stepsPart(context: ReportContext, { bookings, ledger }: Seen): PdfPart[] {
  const { steps, period } = context;
  const ofBookings = (pick: (row: BookingStep) => number) => perStep(steps, bookings, pick);
  const ofLedger = (pick: (row: LedgerStep) => number) => perStep(steps, ledger, pick);
  const table = stepTable(context, [
    {
      head: t('report.sales'),
      values: ofBookings((row) => (row.offer === 'Sell' ? row.bookings : 0)),
      write: formatNumber,
    },
    {
      head: t('report.rentals'),
      values: ofBookings((row) => (row.offer === 'Rent' ? row.bookings : 0)),
      write: formatNumber,
    },
    { head: t('report.bookedValue'), values: ofBookings((row) => row.totalCents), write: formatCents },
    { head: t('report.captured'), values: ofLedger((row) => row.capturedCents), write: formatCents },
    { head: t('report.refunded'), values: ofLedger((row) => row.refundedCents), write: formatCents },
    { head: t('report.net'), values: ofLedger(netCents), write: formatCents },
  ]);
  return [{ heading: t(period.step === 'day' ? 'report.byDay' : 'report.byMonth') }, table];
}
