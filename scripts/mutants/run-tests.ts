import { mkdirSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isJourney, type Mutant, namesOf } from '../../tests/mutants/mutant-list.ts';
import { readReport } from '../test-report.ts';
import type { TestRun } from '../test-run.ts';

/** `failure`: what the test printed, null if it passed. */
export type Result = { file: string; name: string; failure: string | null };

type VitestReport = {
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { results: { status: string; errors: { message?: string }[] }[] }[] }[];
};

const MAX_MS = 10 * 60_000;
/** Failures that a busy machine also causes. */
const TOO_SLOW = /^(Test|Hook)TimeoutError|^Error: (timeout exceeded|Connection terminated)/;

/** Runs the killers of these mutants in a copy of the checkout. A test that did not run, or not to its end, has no result. */
export async function runKillers(testRun: TestRun, copy: string, mutants: readonly Mutant[]): Promise<Result[]> {
  const journeys = mutants.filter(isJourney);
  const others = mutants.filter((mutant) => !isJourney(mutant));
  return [
    ...(others.length > 0 ? await runVitest(testRun, copy, others) : []),
    ...(journeys.length > 0 ? await runPlaywright(testRun, copy, journeys) : []),
  ];
}

/** Builds the site of a copy. Returns whether it worked. */
export async function build(testRun: TestRun, copy: string): Promise<boolean> {
  return (await run(testRun, copy, ['node', 'scripts/setup/prepare.mjs', 'build'])) === 0;
}

async function runVitest(testRun: TestRun, copy: string, mutants: readonly Mutant[]): Promise<Result[]> {
  const report = resolve(copy, 'mutants-report.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=json', `--outputFile.json=${report}`];
  await run(testRun, copy, ['vitest', 'run', ...killersOf(mutants), '-t', titlesOf(mutants), ...reporters]);
  return (readReport<VitestReport>(report)?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .filter(({ failureMessages }) => !failureMessages.some((message) => TOO_SLOW.test(message)))
      .map(({ status, fullName, failureMessages }) => ({
        file: relative(copy, file),
        name: fullName,
        failure: status === 'passed' ? null : stripVTControlCharacters(failureMessages.join('\n')),
      })),
  );
}

async function runPlaywright(testRun: TestRun, copy: string, mutants: readonly Mutant[]): Promise<Result[]> {
  const report = resolve(copy, 'mutants-report.json');
  rmSync(report, { force: true });
  const command = ['playwright', 'test', ...killersOf(mutants), '-g', titlesOf(mutants), '--reporter=json'];
  await run(testRun, copy, command, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const resultsOf = ({ suites = [], specs, file }: PlaywrightSuite): Result[] => [
    ...suites.flatMap(resultsOf),
    ...specs.flatMap(({ title, tests }) =>
      tests.flatMap(({ results }) =>
        results
          .filter(({ status }) => status !== 'skipped')
          .map(({ status, errors }) => ({
            file: `tests/e2e/${file}`,
            name: title,
            failure:
              status === 'passed' ? null : stripVTControlCharacters(errors.map(({ message }) => message).join('\n')),
          })),
      ),
    ),
  ];
  return (readReport<{ suites: PlaywrightSuite[] }>(report)?.suites ?? []).flatMap(resultsOf);
}

const killersOf = (mutants: readonly Mutant[]) => [...new Set(mutants.map(({ killer }) => killer))];
const titlesOf = (mutants: readonly Mutant[]) => [...new Set(mutants.map(namesOf))].join('|');

/** Runs a command in a copy of the checkout, with its own temporary folder. */
async function run(testRun: TestRun, copy: string, command: string[], env: Record<string, string> = {}) {
  const temporary = `${copy}-tmp`;
  mkdirSync(temporary, { recursive: true });
  const path = `${resolve(copy, 'node_modules/.bin')}:${process.env.PATH}`;
  const child = testRun.start(command, {
    cwd: copy,
    stdio: 'ignore',
    env: { ...env, PATH: path, TMPDIR: temporary },
  });
  const ended = new Promise<number | null>((done) => {
    child.once('error', () => done(null));
    child.once('close', done);
  });
  const late = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM'), MAX_MS);
  const status = await ended;
  clearTimeout(late);
  return status;
}
