import { expect, test } from 'vitest';
import { english } from '../../../../../tests/support/messages/english.ts';
import {
  parseReportQuery,
  periodBefore,
  periodName,
  type ReportRequest,
  reportFileName,
  reportPeriod,
  reportYears,
  stepsOf,
} from './report.ts';
import { type ReportQuery, reportQuery } from './report-contract.ts';

const NOW = new Date('2026-03-05T10:00:00Z');
const month = (year: number, number: number): ReportRequest => ({
  scope: 'monthly',
  type: 'sales',
  year,
  month: number,
});
const year = (number: number): ReportRequest => ({ scope: 'yearly', type: 'sales', year: number, month: null });

test('the file name contains the scope and the period', () => {
  expect(reportFileName(year(2026), 'pdf')).toBe('yearly_report_2026.pdf');
  expect(reportFileName(month(2026, 3), 'pdf')).toBe('monthly_report_3_2026.pdf');
});

test('a period ends where the next begins, and periodBefore crosses the year', () => {
  const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];
  expect(iso(reportPeriod(month(2026, 12)))).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  expect(iso(reportPeriod(year(2026)))).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  expect(periodName(reportPeriod(month(2026, 3)), english)).toBe('March 2026');
  expect(periodName(periodBefore(month(2026, 1)), english)).toBe('December 2025');
  expect(periodName(periodBefore(month(2026, 3)), english)).toBe('February 2026');
  expect(periodName(periodBefore(year(2026)), english)).toBe('2025');
});

test('stepsOf returns the days of a month or the months of a year that have begun', () => {
  const labels = (request: ReportRequest, now: Date) =>
    stepsOf(reportPeriod(request), now, english).map(({ label }) => label);
  expect(labels(month(2024, 2), NOW)).toHaveLength(29);
  expect(labels(month(2026, 3), NOW)).toEqual(['Mar 1', 'Mar 2', 'Mar 3', 'Mar 4', 'Mar 5']);
  expect(labels(year(2026), NOW)).toEqual(['Jan', 'Feb', 'Mar']);
  expect(labels(year(2026), new Date('2026-01-01T00:00:00Z'))).toEqual(['Jan']);
  expect(labels(month(2026, 4), NOW)).toEqual([]);
});

test('reportYears returns the current year and the four before', () => {
  expect(reportYears(NOW)).toEqual([2026, 2025, 2024, 2023, 2022]);
});

const read = (query: Record<string, unknown>) => parseReportQuery(reportQuery.parse(query) as ReportQuery, NOW);

test.each<[Record<string, string>, string]>([
  [{ reportScope: 'monthly', reportType: 'sales', year: '2026', month: '3' }, 'monthly sales 2026 3'],
  [{ reportScope: 'yearly', reportType: 'overall', year: '2022' }, 'yearly overall 2022 null'],
  [{ reportScope: 'yearly', reportType: 'overall', year: '2022', month: '5' }, 'yearly overall 2022 null'],
  [{ reportType: 'yearly', year: '2025' }, 'yearly overall 2025 null'],
  [{ reportType: 'monthly', type: 'financials', year: '2025', month: '12' }, 'monthly financials 2025 12'],
  [{ reportType: 'monthly', reportScope: 'monthly', year: '2025', month: '01' }, 'monthly overall 2025 1'],
  [{ type: 'sales', year: '2026' }, 'yearly sales 2026 null'],
  [{ type: 'sales', year: '2026', month: '3' }, 'monthly sales 2026 3'],
  [{ reportType: 'sales', year: '2026' }, 'yearly sales 2026 null'],
])('%j is parsed as %s', (query, expected) => {
  const { scope, type, year, month } = read(query);
  expect(`${scope} ${type} ${year} ${month}`).toBe(expected);
});

const good = { reportScope: 'monthly', reportType: 'sales', year: '2026', month: '3' };
test.each([
  { reportType: '../' },
  { reportType: '' },
  { reportType: ['sales', 'sales'] },
  { reportScope: 'weekly' },
  { reportType: undefined },
  { year: '-1' },
  { year: '2021' },
  { year: '2027' },
  { year: '1e19' },
  { year: '275760' },
  { year: undefined },
  { month: '0' },
  { month: '13' },
  { month: '3; drop table payments' },
  { month: undefined },
  { reportType: 'yearly', reportScope: 'monthly' },
])('a query with %j is rejected', (change) => {
  expect(() => read({ ...good, ...change })).toThrow();
});
