import type { Offer } from '#features/catalog/listings/model/listing.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import {
  type BookingStep,
  bookingsByModel,
  bookingsByStatus,
  bookingsByStep,
  type StatusTotal,
} from './report-activity-store.ts';
import {
  comparisonChart,
  keyFigure,
  noData,
  type ReportContext,
  stepTable,
  sumOf,
  sumsByStep,
} from './report-parts.ts';

const MAX_MODELS = 25;

/** Reports sales (`Sell`) or rentals (`Rent`). */
export async function bookingsReport(context: ReportContext, offer: Offer): Promise<PdfPart[]> {
  const { db, period, before, steps, t } = context;
  const ofOffer = (rows: BookingStep[]) => rows.filter((row) => row.offer === offer);
  const now = ofOffer(await bookingsByStep(db, period));
  const past = ofOffer(await bookingsByStep(db, before));
  const figures = { figures: figuresOf(now, past, offer, t) };
  if (now.length === 0) return [figures, ...noData(t)];
  const value = (row: BookingStep) => row.totalCents;
  const count = (row: BookingStep) => row.bookings;
  const column = (head: string, pick: (row: BookingStep) => number, write: (value: number) => string) => ({
    head,
    values: sumsByStep(steps, now, pick),
    write,
  });
  return [
    figures,
    { text: t('report.whatCounts'), soft: true },
    { heading: t('report.course') },
    comparisonChart(context, { kind: 'lines', title: t('report.bookedValue'), now, past, pick: value, money: true }),
    comparisonChart(context, { kind: 'bars', title: t('report.bookings'), now, past, pick: count }),
    { heading: t(period.step === 'day' ? 'report.byDay' : 'report.byMonth') },
    stepTable(context, [
      column(t('report.bookings'), count, t.number),
      column(t('report.cancelled'), (row) => row.cancelled, t.number),
      ...(offer === 'Rent' ? [column(t('report.daysRented'), (row) => row.days, t.number)] : []),
      column(t('report.bookedValue'), value, t.cents),
      column(t('report.paid'), (row) => row.paidCents, t.cents),
    ]),
    { heading: t('report.byStatus') },
    statusTable(await bookingsByStatus(db, period, offer), t),
    ...(await modelTable(context, offer)),
  ];
}

function figuresOf(now: BookingStep[], past: BookingStep[], offer: Offer, t: Translator) {
  const comparedFigure = (label: string, of: (rows: BookingStep[]) => number, write: (value: number) => string) =>
    keyFigure(label, of(now), of(past), write, t);
  const countNotCancelled = (rows: BookingStep[]) => sumOf(rows, (row) => row.bookings - row.cancelled);
  const value = (rows: BookingStep[]) => sumOf(rows, (row) => row.totalCents);
  const days = (rows: BookingStep[]) => sumOf(rows, (row) => row.days);
  return [
    comparedFigure(t('report.bookings'), (rows) => sumOf(rows, (row) => row.bookings), t.number),
    comparedFigure(t('report.cancelled'), (rows) => sumOf(rows, (row) => row.cancelled), t.number),
    comparedFigure(t('report.bookedValue'), value, t.cents),
    offer === 'Rent'
      ? comparedFigure(t('report.daysRented'), days, t.number)
      : comparedFigure(
          t('report.averageValue'),
          (rows) => Math.round(value(rows) / (countNotCancelled(rows) || 1)),
          t.cents,
        ),
  ];
}

function statusTable(sums: StatusTotal[], t: Translator): PdfPart {
  return {
    table: {
      columns: [
        { head: t('report.status'), share: 2 },
        { head: t('report.bookings'), share: 1, figures: true },
        { head: t('report.value'), share: 1, figures: true },
      ],
      rows: sums.map(({ status, bookings, totalCents }) => [
        t(`report.status.${status}`),
        t.number(bookings),
        t.cents(totalCents),
      ]),
      total: [
        t('report.total'),
        t.number(sumOf(sums, ({ bookings }) => bookings)),
        t.cents(sumOf(sums, ({ totalCents }) => totalCents)),
      ],
    },
  };
}

/** Lists the models with the highest booked value, of one offer or, if it is null, of both. */
export async function modelTable({ db, period, t }: ReportContext, offer: Offer | null): Promise<PdfPart[]> {
  const models = await bookingsByModel(db, period, offer, MAX_MODELS);
  if (models.length === 0) return [];
  return [
    { heading: t('report.byModel') },
    { text: t('report.byModelText', { count: MAX_MODELS }), soft: true },
    {
      table: {
        columns: [
          { head: t('report.model'), share: 3 },
          { head: t('report.bookings'), share: 1, figures: true },
          { head: t('report.bookedValue'), share: 1.4, figures: true },
        ],
        rows: models.map(({ make, model, bookings, totalCents }) => [
          `${make} ${model}`,
          t.number(bookings),
          t.cents(totalCents),
        ]),
      },
    },
  ];
}
