/**
 * `npm test` runs every check. `npm test -- unit` runs one part, `npm test -- unit dom` two: lint, types, structure, unit, db
 * (PostgreSQL), dom (components in Chromium), chaos (simultaneous buyers, killed servers) and e2e (whole pages in Chromium).
 * `--times` also prints how long each part and the slowest files took. `--dates` runs the unit and db tests under two randomly chosen
 * clocks, half of the files under each. The last line counts what passed and failed.
 */
import { join } from 'node:path';
import { type FakedClock, fakedClocks, randomClocks } from './test-dates/faked-clocks.ts';
import { hasFaketime, NO_FAKETIME, underClock } from './test-dates/under-clock.ts';
import { type FileTime, playwrightResults, type Results, readReport, vitestResults } from './test-report.ts';
import { beginRun } from './test-run.ts';

type Step = { name: string; command: string[]; clock?: FakedClock | undefined; results?: () => Results };
type Ended = { name: string; seconds: number; results: Results };

const VITEST_PARTS = ['structure', 'unit', 'db', 'dom'];
const PARTS = ['lint', 'types', ...VITEST_PARTS, 'chaos', 'e2e'];
/** Parts that load the built site. */
const BUILD_PARTS = ['structure', 'db', 'chaos', 'e2e'];
/** Parts that `--dates` runs under faked clocks. */
const DATE_PARTS = ['unit', 'db'];
const OPTIONS = ['--times', '--dates'];
const SLOWEST = 20;
/** How many clocks `--dates` takes. */
const CLOCKS = 2;

const showTimes = process.argv.includes('--times');
const clocks = process.argv.includes('--dates') ? chooseClocks() : [];
const requested = process.argv.slice(2).filter((part) => !OPTIONS.includes(part));
const unknown = requested.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${PARTS.join(', ')}.`);
  process.exit(1);
}
const parts = PARTS.filter((part) => requested.length === 0 || requested.includes(part));

const testRun = beginRun();
const e2eReport = join(testRun.folder, 'e2e.json');
const began = performance.now();
const ended: Ended[] = [];
for (const stage of stagesOf(parts)) {
  ended.push(...(await Promise.all(stage.map((step, nth) => run(step, nth === 0)))));
  if (testRun.stopping.aborted) await testRun.end(1);
  if (ended.some(({ name, results }) => name === 'build' && results.counts.failed > 0)) {
    console.log('\nThe site could not be built, so no test was run.');
    break;
  }
}

if (showTimes) printTimes();
for (const { name, results } of ended)
  for (const failure of [...results.failures, ...(results.counts.failed > 0 ? [`Failed: ${name}`] : [])])
    console.log(`\n${failure}`);
const sum = (key: 'passed' | 'failed' | 'skipped') => ended.reduce((all, { results }) => all + results.counts[key], 0);
console.log(
  `\n${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`,
);
await testRun.end(sum('failed') > 0 ? 1 : 0);

/**
 * Returns the commands of the parts in stages; the commands of a stage run in parallel. Vitest runs its parts together: unit
 * tests use the time that db tests wait. Chaos, which mostly waits for workers, runs in parallel with the longest of these stages.
 */
function stagesOf(parts: string[]): Step[][] {
  const before: Step[] = [];
  const tests: Step[] = [];
  if (parts.some((part) => BUILD_PARTS.includes(part)))
    before.push({
      name: 'build',
      command: ['node', 'scripts/setup/prepare.mjs', 'build'],
      results: () => counted(0),
    });
  if (parts.includes('lint')) before.push({ name: 'lint', command: ['biome', 'check', '.'] });
  if (parts.includes('types')) before.push({ name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] });
  const dated = clocks.length > 0 ? parts.filter((part) => DATE_PARTS.includes(part)) : [];
  const others = parts.filter((part) => VITEST_PARTS.includes(part) && !dated.includes(part));
  if (others.length > 0) tests.push(vitest(others));
  const e2e: Step = {
    name: 'e2e',
    command: ['playwright', 'test', '--reporter=list,json'],
    results: () => playwrightResults(readReport(e2eReport)),
  };
  const halves = dated.length === 0 ? [] : clocks.map((_, nth) => [vitest(dated, nth)]);
  if (parts.includes('chaos'))
    (halves[0] ?? tests).push({ name: 'chaos', command: ['node', 'bench/chaos.ts', 'short'] });
  return [before, ...halves, tests, parts.includes('e2e') ? [e2e] : []];
}

/** Runs parts with Vitest, or their nth share under the nth clock. */
function vitest(parts: string[], nth?: number): Step {
  const clock = nth === undefined ? undefined : clocks[nth];
  const report = join(testRun.folder, `${parts.join('-')}-${nth ?? 'all'}.json`);
  const projects = parts.flatMap((part) => ['--project', part]);
  const shard = clock ? [`--shard=${nth! + 1}/${clocks.length}`] : [];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = ['vitest', 'run', ...projects, ...shard, ...reporters];
  return { name: parts.join(', '), command, clock, results: () => vitestResults(readReport(report)) };
}

function chooseClocks() {
  if (hasFaketime()) return randomClocks(fakedClocks(new Date()), CLOCKS);
  console.log(`${NO_FAKETIME} Without it, all tests run at the current time.`);
  return [];
}

/** Runs a command. One command prints live, the others at their end. */
async function run(step: Step, printing: boolean): Promise<Ended> {
  const { results } = step;
  const faked = step.clock && underClock(step.clock, step.command);
  const name = faked ? `${step.name}, ${faked.title}` : step.name;
  if (printing) console.log(`\n— ${name}`);
  const start = performance.now();
  const output = printing ? 'inherit' : 'pipe';
  const child = testRun.start(faked?.command ?? step.command, {
    stdio: ['ignore', output, output],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport, ...faked?.env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text));
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (!printing) console.log(`\n— ${name}\n${printed.trim()}`);
  const found = results?.() ?? counted(status === 0 ? 1 : 0);
  if (status !== 0 && found.counts.failed === 0) found.counts.failed = 1;
  return { name, seconds: secondsSince(start), results: found };
}

function counted(passed: number): Results {
  return { counts: { passed, failed: 0, skipped: 0 }, failures: [], times: [] };
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000;
}

function printTimes(): void {
  const row = (seconds: number, name: string) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  console.log('\nTime by part');
  for (const { name, seconds } of ended) row(seconds, name);
  row(secondsSince(began), 'all');
  const files: FileTime[] = ended.flatMap(({ results }) => results.times);
  console.log(`\nSlowest files (${SLOWEST} of ${files.length})`);
  for (const { file, ms } of files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) row(ms / 1_000, file);
}
