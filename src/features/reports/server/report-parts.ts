import { englishWords as t } from '#lib/i18n/all-messages.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { KeyFigure } from '#lib/server/pdf/draw-figures.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { PeriodStep, ReportPeriod } from '../model/report.ts';

/** What a report is made of: one moment of the database, and the two periods that it compares. */
export type ReportContext = {
  db: Queryable;
  period: ReportPeriod;
  before: ReportPeriod;
  /** The steps of the period that have begun. */
  steps: PeriodStep[];
  /** All of them, and those of the period before. */
  allSteps: PeriodStep[];
  stepsBefore: PeriodStep[];
};

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const percents = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const shortDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' });

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** A figure, and how it compares with the period before. A share of nothing is not told. */
export function figure(label: string, value: number, before: number, write: (value: number) => string): KeyFigure {
  const told = { before: write(before), change: percents.format((value - before) / Math.abs(before)) };
  return { label, value: write(value), note: before === 0 ? t('report.before', told) : t('report.change', told) };
}

type Stepped = { step: number };

/** What rows come to at each of the steps; nothing where there are none. */
export function perStep<Row extends Stepped>(steps: PeriodStep[], rows: Row[], pick: (row: Row) => number): number[] {
  const sums = new Map<number, number>();
  for (const row of rows) sums.set(row.step, (sums.get(row.step) ?? 0) + pick(row));
  return steps.map(({ number }) => sums.get(number) ?? 0);
}

export function sumOf<Row>(rows: Row[], pick: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + pick(row), 0);
}

type ChartOf<Row> = {
  kind: 'bars' | 'lines';
  title: string;
  now: Row[];
  past: Row[];
  pick: (row: Row) => number;
  money?: boolean;
};

/** A chart of the period's steps beside those of the one before; words where both are empty. */
export function comparingChart<Row extends Stepped>(context: ReportContext, chart: ChartOf<Row>): PdfPart {
  const { period, before, steps, allSteps, stepsBefore } = context;
  const { kind, title, now, past, pick, money = false } = chart;
  if (![...now, ...past].some((row) => pick(row) !== 0)) return { text: t('report.noChart', { title }) };
  const longer = stepsBefore.length > allSteps.length ? stepsBefore : allSteps;
  return {
    chart: {
      kind,
      title,
      labels: longer.map(({ number, label }) => (period.step === 'day' ? String(number) : label)),
      series: [
        { name: period.name, values: perStep(steps, now, pick) },
        { name: before.name, values: perStep(stepsBefore, past, pick) },
      ],
      write: money ? (cents) => shortDollars.format(cents / 100) : formatNumber,
    },
  };
}

type StepColumn = { head: string; values: number[]; write: (value: number) => string };

/** A table with a row for each step, and the sums below. */
export function stepTable({ period, steps }: ReportContext, columns: StepColumn[]): PdfPart {
  const first = { head: t(period.step === 'day' ? 'report.day' : 'report.month'), share: 1 };
  return {
    table: {
      columns: [first, ...columns.map(({ head }) => ({ head, share: 1.2, figures: true }))],
      rows: steps.map(({ label }, at) => [label, ...columns.map(({ values, write }) => write(values[at] ?? 0))]),
      total: [t('report.total'), ...columns.map(({ values, write }) => write(sumOf(values, (value) => value)))],
    },
  };
}

/** The words in place of figures that would all be zero. */
export function noData(): PdfPart[] {
  return [{ text: t('report.noData') }];
}
