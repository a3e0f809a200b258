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
