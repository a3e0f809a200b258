import type { Offer } from '#features/listings/model/listing.ts';
import { englishWords as t } from '#lib/i18n/all-messages.ts';
import { writtenCents } from '#lib/money.ts';
import type { PaperPart } from '#lib/server/pdf/pdf-document.ts';
import {
  type BookingStep,
  bookingsByModel,
  bookingsByStatus,
  bookingsByStep,
  type StatusSum,
} from './report-booking-store.ts';
import {
  comparingChart,
  figure,
  noData,
  perStep,
  type ReportContext,
  stepTable,
  sumOf,
  writtenNumber,
} from './report-parts.ts';

const MOST_MODELS = 25;

/** The report on cars sold or on cars rented out. */
export async function bookingsReport(context: ReportContext, offer: Offer): Promise<PaperPart[]> {
  const { db, period, before, steps } = context;
  const ofOffer = (rows: BookingStep[]) => rows.filter((row) => row.offer === offer);
  const now = ofOffer(await bookingsByStep(db, period));
  const past = ofOffer(await bookingsByStep(db, before));
  const figures = { figures: figuresOf(now, past, offer) };
  if (now.length === 0) return [figures, ...noData()];
  const value = (row: BookingStep) => row.totalCents;
  const count = (row: BookingStep) => row.bookings;
  const column = (head: string, pick: (row: BookingStep) => number, write: (value: number) => string) => ({
    head,
    values: perStep(steps, now, pick),
    write,
  });
  return [
    figures,
    { text: t('report.whatCounts'), soft: true },
    { heading: t('report.course') },
    comparingChart(context, { kind: 'lines', title: t('report.bookedValue'), now, past, pick: value, money: true }),
    comparingChart(context, { kind: 'bars', title: t('report.bookings'), now, past, pick: count }),
    { heading: t(period.step === 'day' ? 'report.byDay' : 'report.byMonth') },
    stepTable(context, [
      column(t('report.bookings'), count, writtenNumber),
      column(t('report.cancelled'), (row) => row.cancelled, writtenNumber),
      ...(offer === 'Rent' ? [column(t('report.daysRented'), (row) => row.days, writtenNumber)] : []),
      column(t('report.bookedValue'), value, writtenCents),
      column(t('report.paid'), (row) => row.paidCents, writtenCents),
    ]),
    { heading: t('report.byStatus') },
    statusTable(await bookingsByStatus(db, period, offer)),
    ...(await modelTable(context, offer)),
  ];
}

function figuresOf(now: BookingStep[], past: BookingStep[], offer: Offer) {
  const compared = (label: string, of: (rows: BookingStep[]) => number, write: (value: number) => string) =>
    figure(label, of(now), of(past), write);
  const kept = (rows: BookingStep[]) => sumOf(rows, (row) => row.bookings - row.cancelled);
  const value = (rows: BookingStep[]) => sumOf(rows, (row) => row.totalCents);
  const days = (rows: BookingStep[]) => sumOf(rows, (row) => row.days);
  return [
    compared(t('report.bookings'), (rows) => sumOf(rows, (row) => row.bookings), writtenNumber),
    compared(t('report.cancelled'), (rows) => sumOf(rows, (row) => row.cancelled), writtenNumber),
    compared(t('report.bookedValue'), value, writtenCents),
    offer === 'Rent'
      ? compared(t('report.daysRented'), days, writtenNumber)
      : compared(t('report.averageValue'), (rows) => Math.round(value(rows) / (kept(rows) || 1)), writtenCents),
  ];
}

function statusTable(sums: StatusSum[]): PaperPart {
  return {
    table: {
      columns: [
        { head: t('report.status'), share: 2 },
        { head: t('report.bookings'), share: 1, figures: true },
        { head: t('report.value'), share: 1, figures: true },
      ],
      rows: sums.map(({ status, bookings, totalCents }) => [
        t(`report.status.${status}`),
        writtenNumber(bookings),
        writtenCents(totalCents),
      ]),
      total: [
        t('report.total'),
        writtenNumber(sumOf(sums, ({ bookings }) => bookings)),
        writtenCents(sumOf(sums, ({ totalCents }) => totalCents)),
      ],
    },
  };
}

/** The models that brought most; of both offers when none is named. */
export async function modelTable({ db, period }: ReportContext, offer: Offer | null): Promise<PaperPart[]> {
  const models = await bookingsByModel(db, period, offer, MOST_MODELS);
  if (models.length === 0) return [];
  return [
    { heading: t('report.byModel') },
    { text: t('report.byModelText', { count: MOST_MODELS }), soft: true },
    {
      table: {
        columns: [
          { head: t('report.model'), share: 3 },
          { head: t('report.bookings'), share: 1, figures: true },
          { head: t('report.bookedValue'), share: 1.4, figures: true },
        ],
        rows: models.map(({ make, model, bookings, totalCents }) => [
          `${make} ${model}`,
          writtenNumber(bookings),
          writtenCents(totalCents),
        ]),
      },
    },
  ];
}
