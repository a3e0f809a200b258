import type { Load } from '#lib/pages/loader.ts';
import type { ReportYearsAnswer } from '../model/report-contract.ts';

export const REPORT = '/api/reports';
export const REPORT_CSV = '/api/reports/csv';

/** The years that a report can be asked for, and the month that it begins with. */
export const loadReportPeriods: Load<ReportYearsAnswer> = ({ api }) => api.get('/api/reports/periods');
