/**
 * `npm test` runs every check. `npm test -- unit` runs one part, `npm test -- unit dom` two: lint, types, structure, unit, db
 * (PostgreSQL), dom (components in Chromium), chaos (simultaneous buyers, killed servers) and e2e (whole pages in Chromium).
 * The last line counts what passed and failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Counts = { passed: number; failed: number; skipped: number };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { assertionResults: { failureMessages: string[]; fullName: string }[] }[];
};
type Step = { name: string; command: string[]; count?: () => Counts };
type Ended = { name: string; counts: Counts };

const VITEST_PARTS = ['structure', 'unit', 'db', 'dom'];
const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };
const PARTS = ['lint', 'types', ...VITEST_PARTS, 'chaos', 'e2e'];
/** Parts that load the built site. */
const BUILD_PARTS = ['structure', 'db', 'chaos', 'e2e'];

const requested = process.argv.slice(2);
const unknown = requested.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${PARTS.join(', ')}.`);
  process.exit(1);
}
const parts = PARTS.filter((part) => requested.length === 0 || requested.includes(part));

const reports = mkdtempSync(join(tmpdir(), 'carquay-reports-'));
const vitestReport = join(reports, 'vitest.json');
const e2eReport = join(reports, 'e2e.json');
/** Failures, printed again at the end of the output. */
const failures: string[] = [];
const total = { ...NONE };

for (const steps of stagesOf(parts)) {
  const [first, ...others] = steps;
  if (!first) continue;
  const ended = await Promise.all([run(first, 'inherit'), ...others.map((step) => run(step, 'pipe'))]);
  for (const { name, counts } of ended) {
    if (counts.failed > 0) failures.push(`Failed: ${name}`);
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
  }
}
rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed > 0 ? 1 : 0);

/**
 * Returns the commands of the parts, in stages whose commands run at the same time. Vitest runs its parts together, so that unit
 * tests use the time that db tests wait, and beside it chaos, which mostly waits for workers.
 */
function stagesOf(parts: string[]): Step[][] {
  const before: Step[] = [];
  const tests: Step[] = [];
  if (parts.some((part) => BUILD_PARTS.includes(part)))
    before.push({ name: 'build', command: ['node', 'scripts/setup/prepare.mjs', 'build'], count: () => ({ ...NONE }) });
  if (parts.includes('lint')) before.push({ name: 'lint', command: ['biome', 'check', '.'] });
  if (parts.includes('types')) before.push({ name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] });
  const vitestParts = parts.filter((part) => VITEST_PARTS.includes(part));
  if (vitestParts.length > 0) {
    const projects = vitestParts.flatMap((part) => ['--project', part]);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
    tests.push({
      name: vitestParts.join(', '),
      command: ['vitest', 'run', ...projects, ...reporters],
      count: () => countVitest(readReport(vitestReport)),
    });
  }
  if (parts.includes('chaos')) tests.push({ name: 'chaos', command: ['node', 'bench/chaos.ts', 'short'] });
  const e2e: Step = {
    name: 'e2e',
    command: ['playwright', 'test', '--reporter=list,json'],
    count: () => countPlaywright(readReport(e2eReport)),
  };
  return [before, tests, parts.includes('e2e') ? [e2e] : []];
}

/** Runs a command. What goes into a pipe is printed at its end, because several commands run at once. */
async function run(
  { name, command: [command = '', ...args], count }: Step,
  output: 'inherit' | 'pipe',
): Promise<Ended> {
  if (output === 'inherit') console.log(`\n— ${name}`);
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text));
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (output === 'pipe') console.log(`\n— ${name}\n${printed.trim()}`);
  const counts = count?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  return { name, counts };
}

function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function countVitest(report: VitestReport | null): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  for (const { fullName, failureMessages } of report.testResults.flatMap((file) => file.assertionResults))
    if (failureMessages.length > 0) failures.push(`${fullName}\n${failureMessages.join('\n')}`);
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

function countPlaywright(
  report: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | null,
): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}
