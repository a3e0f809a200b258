/**
 * `npm run test:dates` runs the unit and db tests once under each clock of `faked-clocks.ts`, with Debian's package faketime.
 * `npm run test:dates -- saturday german` runs the clocks whose names contain a word, and `-- random 2` two random clocks.
 */
import { join } from 'node:path';
import { type FakedClock, fakedClocks, randomClocks } from './test-dates/faked-clocks.ts';
import { hasFaketime, NO_FAKETIME, underClock } from './test-dates/under-clock.ts';
import { readReport, vitestResults } from './test-report.ts';
import { beginRun } from './test-run.ts';

const VITEST = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'db'];

if (!hasFaketime()) {
  console.error(NO_FAKETIME);
  process.exit(1);
}
const clocks = chosen(process.argv.slice(2), fakedClocks(new Date()));
if (clocks.length === 0) {
  const names = fakedClocks(new Date()).map(({ name }) => name);
  console.error(`No clock has such a name. The clocks are ${names.join(', ')}.`);
  process.exit(1);
}
const testRun = beginRun();
const total = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
for (const [nth, clock] of clocks.entries()) {
  const report = join(testRun.folder, `${nth}.json`);
  const began = performance.now();
  await run(clock, report);
  if (testRun.stopping.aborted) await testRun.end(1);
  const { counts, failures: failed } = vitestResults(readReport(report));
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(
    `${clock.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s`,
  );
  failures.push(...failed.map((failure) => `${clock.name}: ${failure}`));
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
await testRun.end(total.failed > 0 ? 1 : 0);

function chosen(words: string[], all: FakedClock[]): FakedClock[] {
  if (words[0] === 'random') return randomClocks(all, Number(words[1] ?? 1));
  if (words.length === 0) return all;
  return all.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word.toLowerCase())));
}

async function run(clock: FakedClock, report: string): Promise<void> {
  const { command, env, title } = underClock(clock, [
    ...VITEST,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  console.log(`\n— ${title}`);
  const child = testRun.start(command, { stdio: ['ignore', 'ignore', 'inherit'], env });
  await new Promise((resolve) => child.once('close', resolve));
}
