import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Results of the JSON reporters of Vitest and Playwright: counts, failures and the time of each file. */
export type Counts = { passed: number; failed: number; skipped: number };
export type FileTime = { file: string; ms: number };
export type Results = { counts: Counts; failures: string[]; times: FileTime[] };

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message: string;
    assertionResults: { failureMessages: string[]; fullName: string }[];
  }[];
};
type PlaywrightSpec = { file: string; tests: { results: { duration: number }[] }[] };
type PlaywrightSuite = { specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
};

/** The result of a run without a report. */
const NO_REPORT: Results = { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [], times: [] };

export function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** A file that fails outside of its tests, for example while it is loaded, counts as one failure. */
export function vitestResults(report: VitestReport | null): Results {
  if (!report) return NO_REPORT;
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const failed = tests.filter(({ failureMessages }) => failureMessages.length > 0);
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every(({ failureMessages }) => failureMessages.length === 0),
  );
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests,
    },
    failures: [
      ...failed.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
      ...brokenFiles.map(({ name, message }) => `${pathOf(name)}\n${message}`),
    ],
    times: report.testResults.map(({ name, startTime, endTime }) => ({ file: pathOf(name), ms: endTime - startTime })),
  };
}

/** A test that passes only when it is repeated counts as failed. */
export function playwrightResults(report: PlaywrightReport | null): Results {
  if (!report) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const times = new Map<string, number>();
  for (const { file, tests } of report.suites.flatMap(specsOf)) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    times.set(file, (times.get(file) ?? 0) + ms);
  }
  return {
    counts: { passed: expected, failed: unexpected + flaky, skipped },
    failures: [],
    times: [...times].map(([file, ms]) => ({ file: `tests/e2e/${file}`, ms })),
  };
}

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const pathOf = (name: string) => relative(process.cwd(), name);
