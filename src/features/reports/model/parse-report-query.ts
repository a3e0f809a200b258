import { AppError } from '#lib/app-error.ts';
import { REPORT_SCOPES, type ReportRequest, type ReportScope, type ReportType, reportYears } from './report.ts';
import type { ReportQuery } from './report-contract.ts';

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
  const given = reportScope ?? (month === undefined ? 'yearly' : 'monthly');
  if (reportType === undefined) return { scope: given, type: type ?? 'overall' };
  if (isScope(reportType)) {
    if (reportScope !== undefined && reportScope !== reportType) throw malformed('reportScope', 'there are two scopes');
    return { scope: reportType, type: type ?? 'overall' };
  }
  return { scope: given, type: reportType };
}

function isScope(type: string): type is ReportScope {
  return (REPORT_SCOPES as readonly string[]).includes(type);
}

function malformed(field: string, wrong: string): AppError {
  return new AppError('malformed', `${field} ${wrong}`, { fields: { [field]: wrong } });
}
