import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { KeyFigure } from '#lib/server/pdf/draw-figures.ts';
import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import { type PeriodStep, periodName, type ReportPeriod } from '../model/report.ts';

/** Input of all report parts: a database snapshot and the two periods to compare. */
export type ReportContext = {
  db: Queryable;
  t: Translator;
  period: ReportPeriod;
  before: ReportPeriod;
  /** The steps of the period that have begun. */
  steps: PeriodStep[];
  /** All steps of the period, begun or not. */
  allSteps: PeriodStep[];
  stepsBefore: PeriodStep[];
};

/** Builds a key figure with its change in percent, or without it if the previous value is zero. */
export function keyFigure(
  label: string,
  value: number,
  before: number,
  write: (value: number) => string,
  t: Translator,
): KeyFigure {
  const comparison = { before: write(before) };
  const change = t.number((value - before) / Math.abs(before), 'change');
  const note = before === 0 ? t('report.before', comparison) : t('report.change', { ...comparison, change });
  return { label, value: write(value), note };
}

type Stepped = { step: number };

/** Sums rows by step; steps without rows get zero. */
export function sumsByStep<Row extends Stepped>(
  steps: PeriodStep[],
  rows: Row[],
  pick: (row: Row) => number,
): number[] {
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
export function comparisonChart<Row extends Stepped>(context: ReportContext, chart: ChartOf<Row>): PdfPart {
  const { period, before, steps, allSteps, stepsBefore, t } = context;
  const { kind, title, now, past, pick, money = false } = chart;
  if (![...now, ...past].some((row) => pick(row) !== 0)) return { text: t('report.noChart', { title }) };
  const longer = stepsBefore.length > allSteps.length ? stepsBefore : allSteps;
  return {
    chart: {
      kind,
      title,
      labels: longer.map(({ number, label }) => (period.step === 'day' ? String(number) : label)),
      series: [
        { name: periodName(period, t), values: sumsByStep(steps, now, pick) },
        { name: periodName(before, t), values: sumsByStep(stepsBefore, past, pick) },
      ],
      write: money ? (cents) => t.dollars(amountOf(cents), 'short') : t.number,
    },
  };
}

type StepColumn = { head: string; values: number[]; write: (value: number) => string };

/** Builds a table with one row per step and a total. */
export function stepTable({ period, steps, t }: ReportContext, columns: StepColumn[]): PdfPart {
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
export function noData(t: Translator): PdfPart[] {
  return [{ text: t('report.noData') }];
}
