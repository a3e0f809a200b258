import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { ReportQuery } from './report-contract.ts';

export const REPORT_SCOPES = ['monthly', 'yearly'] as const;
type ReportScope = (typeof REPORT_SCOPES)[number];

export const REPORT_TYPES = ['overall', 'sales', 'rentals', 'financials', 'customerfeedback'] as const;
type ReportType = (typeof REPORT_TYPES)[number];

export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const MAX_YEARS = 5;

export type ReportRequest = { type: ReportType; year: number } & (
  | { scope: 'monthly'; month: number }
  | { scope: 'yearly'; month: null }
);

/** Returns the years that reports are available for, newest first. */
export function reportYears(now: Date): number[] {
  return Array.from({ length: MAX_YEARS }, (_, ago) => now.getUTCFullYear() - ago);
}

export function reportFileName({ scope, year, month }: ReportRequest, ending: 'pdf' | 'csv'): string {
  return scope === 'yearly' ? `yearly_report_${year}.${ending}` : `monthly_report_${month}_${year}.${ending}`;
}

/** A time range in UTC, excluding `to`, divided into days (of a month) or months (of a year). */
export type ReportPeriod = { from: Date; to: Date; step: 'day' | 'month' };

export function reportPeriod({ scope, year, month }: Pick<ReportRequest, 'scope' | 'year' | 'month'>): ReportPeriod {
  if (scope === 'yearly' || month === null) {
    return { from: utc(year, 1), to: utc(year + 1, 1), step: 'month' };
  }
  return { from: utc(year, month), to: utc(year, month + 1), step: 'day' };
}

/** `November 2026`, or the year of a period of twelve months. */
export function periodName({ from, step }: ReportPeriod, t: Translator): string {
  return t.date(from, step === 'day' ? 'monthOfYear' : 'year');
}

/** Returns the month or year before, which the report compares with. */
export function periodBefore({ scope, year, month }: ReportRequest): ReportPeriod {
  if (scope === 'yearly') return reportPeriod({ scope, year: year - 1, month: null });
  return month === 1
    ? reportPeriod({ scope, year: year - 1, month: 12 })
    : reportPeriod({ scope, year, month: month - 1 });
}

export type PeriodStep = { number: number; label: string };

/** Returns the days or months of a period that have begun. */
export function stepsOf({ from, to, step }: ReportPeriod, now: Date, t: Translator): PeriodStep[] {
  const end = new Date(Math.min(to.getTime(), now.getTime() + 1));
  const steps: PeriodStep[] = [];
  for (let date = from; date < end; date = stepAfter(date, step)) {
    if (step === 'month') steps.push({ number: date.getUTCMonth() + 1, label: t.date(date, 'shortMonth') });
    else steps.push({ number: date.getUTCDate(), label: t.date(date, 'dayOfMonth') });
  }
  return steps;
}

export function monthName(month: number, t: Translator): string {
  return t.date(utc(2000, month), 'month');
}

function stepAfter(date: Date, step: 'day' | 'month'): Date {
  const next = new Date(date);
  if (step === 'day') next.setUTCDate(date.getUTCDate() + 1);
  else next.setUTCMonth(date.getUTCMonth() + 1);
  return next;
}

function utc(year: number, month: number): Date {
  return new Date(Date.UTC(year, month - 1, 1));
}

/** Parses the query in either of its two formats. Throws `malformed` with the invalid field. */
export function parseReportQuery(query: ReportQuery, now: Date): ReportRequest {
  const { scope, type } = scopeAndType(query);
  const { year, month } = query;
  if (!reportYears(now).includes(year)) throw malformed('year', 'must be this year or one of the four before');
  if (scope === 'yearly') return { scope, type, year, month: null };
  if (month === undefined) throw malformed('month', 'is needed for a monthly report');
  return { scope, type, year, month };
}

/** Without a scope, the report is of the month if there is one, else of the year. */
function scopeAndType({ reportScope, reportType, type, month }: ReportQuery): { scope: ReportScope; type: ReportType } {
  if (reportType === undefined && type === undefined) throw malformed('reportType', 'is needed');
  const named = [reportType, type].filter((each) => each !== undefined);
  const scopes = new Set([...(reportScope ? [reportScope] : []), ...named.filter(isScope)]);
  if (scopes.size > 1) throw malformed('reportScope', 'there are two scopes');
  const [scope = month === undefined ? 'yearly' : 'monthly'] = scopes;
  return { scope, type: named.find((each) => !isScope(each)) ?? 'overall' };
}

const isScope = (type: ReportScope | ReportType): type is ReportScope =>
  (REPORT_SCOPES as readonly string[]).includes(type);

function malformed(field: string, wrong: string): AppError {
  return new AppError('malformed', `${field} ${wrong}`, { fields: { [field]: wrong } });
}
