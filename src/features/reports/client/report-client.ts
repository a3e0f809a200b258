import type { Load } from '#lib/pages/loader.ts';
import { reportCalls } from '../model/report-calls.ts';
import type { ReportYearsResponse } from '../model/report-contract.ts';

/** The years that a report can be asked for, and the month that it begins with. */
export const loadReportPeriods: Load<ReportYearsResponse> = ({ api }) => api.call(reportCalls.periods);
