import { englishWords as t } from '#lib/i18n/all-messages.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { KeyFigure } from '#lib/server/pdf/draw-figures.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import type { PeriodStep, ReportPeriod } from '../model/report.ts';

/** Input of all report parts: a database snapshot and the two periods to compare. */
export type ReportContext = {
  db: Queryable;
  period: ReportPeriod;
  before: ReportPeriod;
  /** The steps of the period that have begun. */
  steps: PeriodStep[];
  /** All steps of the period, begun or not. */
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

/** Builds a key figure with its change in percent, or without it if the previous value is zero. */
export function figure(label: string, value: number, before: number, write: (value: number) => string): KeyFigure {
  const comparison = { before: write(before), change: percents.format((value - before) / Math.abs(before)) };
  return {
    label,
    value: write(value),
    note: before === 0 ? t('report.before', comparison) : t('report.change', comparison),
  };
}

type Stepped = { step: number };

/** Sums rows by step; steps without rows get zero. */
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

/** Charts the period against the one before, or returns a text if both are empty. */
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

/** Builds a table with one row per step and a total. */
export function stepTable({ period, steps }: ReportContext, columns: StepColumn[]): PdfPart {
  const first = { head: t(period.step === 'day' ? 'report.day' : 'report.month'), share: 1 };
  return {
    table: {
      columns: [first, ...columns.map(({ head }) => ({ head, share: 1.2, figures: true }))],
      rows: steps.map(({ label }, index) => [label, ...columns.map(({ values, write }) => write(values[index] ?? 0))]),
      total: [t('report.total'), ...columns.map(({ values, write }) => write(sumOf(values, (value) => value)))],
    },
  };
}

/** Returns the text shown instead of tables and charts that would be empty. */
export function noData(): PdfPart[] {
  return [{ text: t('report.noData') }];
}
