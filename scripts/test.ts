/**
 * `npm test`: every check there is, one after the other: lint and format, types, unit and endpoint tests, crowds
 * and killed servers, journeys in a browser.
 * `npm test -- unit` or `npm test -- journeys` runs a part. Ends with one line that counts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Counts = { passed: number; failed: number; skipped: number };
type UnitReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
};
type Part = { name: string; command: string[]; count?: () => Counts };

const reports = mkdtempSync(join(tmpdir(), 'carquay-reports-'));
const unitReport = join(reports, 'unit.json');
const journeyReport = join(reports, 'journeys.json');

const parts: Part[] = [
  { name: 'lint', command: ['biome', 'check', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  {
    name: 'unit',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    count: () => unitCounts(readReport(unitReport)),
  },
  { name: 'chaos', command: ['node', 'bench/chaos.ts', 'short'] },
  {
    name: 'journeys',
    command: ['playwright', 'test', '--reporter=list,json'],
    count: () => journeyCounts(readReport(journeyReport)),
  },
];

function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** What failed, once more and whole: the end of a long output is what is kept of it. */
const failures: string[] = [];

function unitCounts(report: UnitReport | null): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  for (const { status, fullName, failureMessages } of report.testResults.flatMap((file) => file.assertionResults)) {
    if (status === 'failed') failures.push(`${fullName}\n${failureMessages.join('\n')}`);
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

function journeyCounts(report: { stats: { expected: number; unexpected: number; skipped: number } } | null): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, skipped } = report.stats;
  return { passed: expected, failed: unexpected, skipped };
}

function run({ name, command: [command = '', ...args], count }: Part): Counts {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport },
  });
  const counts = count?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.failed > 0) failures.push(`'${name}' failed.`);
  return counts;
}

const wanted = process.argv.slice(2);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const part of parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const counts = run(part);
  for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
}
rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed > 0 ? 1 : 0);
