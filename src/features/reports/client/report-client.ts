import type { Load } from '#lib/pages/loader.ts';
import { reportCalls } from '../model/report-calls.ts';
import type { ReportYearsResponse } from '../model/report-contract.ts';

/** Loads the years that reports are available for, and the current month. */
export const loadReportPeriods: Load<ReportYearsResponse> = ({ api }) => api.call(reportCalls.periods);
