/**
 * `npm run test:mutants` makes each change of tests/mutants/list.yaml in a copy of the checkout and expects the named test to fail.
 * `npm run test:mutants -- refund` takes the mutants whose name or file contains the word.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Mutant, namesOf, needsBuild, problemOf, readMutants } from '../tests/mutants/mutant-list.ts';
import { copyCheckout } from './mutants/copy-checkout.ts';
import { build, type Result, runKillers } from './mutants/run-tests.ts';
import { beginRun } from './test-run.ts';

const MAX_SURVIVORS = 0.05;

const words = process.argv.slice(2);
const all = readMutants();
const mutants = all.filter(({ name, file }) => words.every((word) => `${name} ${file}`.includes(word)));
if (mutants.length === 0) fail(`No mutant contains ${words.join(' and ')}.`);
const outdated = mutants.flatMap((mutant) => problemOf(mutant)?.replace(/^/, `${mutant.name}: `) ?? []);
if (outdated.length > 0) fail(outdated.join('\n'));

const testRun = beginRun();
const survivors: string[] = [];
const copies = Array.from({ length: Math.min(2, availableParallelism()) }, (_, index) =>
  join(testRun.folder, `copy-${index}`),
);
for (const copy of copies) copyCheckout(copy);
const proving = await withProvingTests(copies[0]!);
const built = proving.filter(needsBuild);
const waiting = proving.filter((mutant) => !built.includes(mutant));
await Promise.all(
  copies.map(async (copy, index) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const restore = apply(copy, mutant);
      report(mutant, await runKillers(testRun, copy, [mutant]));
      restore();
    }
    if (index === 0 && built.length > 0) await runBuilt(copy);
  }),
);
console.log(`\n${mutants.length - survivors.length} passed, ${survivors.length} failed`);
await testRun.end(survivors.length > MAX_SURVIVORS * mutants.length ? 1 : 0);

/** Returns the mutants whose tests pass on unchanged code. A test that fails there or does not run proves nothing. */
async function withProvingTests(copy: string): Promise<Mutant[]> {
  if (mutants.some(needsBuild) && !(await build(testRun, copy))) fail('The site could not be built.');
  const results = await runKillers(testRun, copy, mutants);
  return mutants.filter((mutant) => {
    const own = resultsOf(mutant, results);
    const failed = own.find(({ failure }) => failure !== null);
    if (own.length > 0 && !failed) return true;
    survive(mutant, failed ? `fails without the mutant: ${failed.failure}` : 'did not run');
    return false;
  });
}

/** Mutants of the built site share one build. Their `message` tells their failures apart. */
async function runBuilt(copy: string): Promise<void> {
  for (const mutant of built) apply(copy, mutant);
  const results = (await build(testRun, copy)) ? await runKillers(testRun, copy, built) : [];
  for (const mutant of built) report(mutant, results);
}

function report(mutant: Mutant, results: readonly Result[]): void {
  const failures = resultsOf(mutant, results).flatMap(({ failure }) => failure ?? []);
  const { name, message = '' } = mutant;
  if (failures.some((failure) => failure.includes(message))) console.log(`killed    ${name}`);
  else survive(mutant, failures.length > 0 ? `failed otherwise: ${failures.join('\n')}` : 'passed or did not run');
}

function survive({ name, killer, test }: Mutant, why: string): void {
  survivors.push(name);
  console.log(`survived  ${name}\n          ${killer}: “${test}” ${why}`);
}

function resultsOf(mutant: Mutant, results: readonly Result[]): Result[] {
  const isNamed = new RegExp(namesOf(mutant));
  return results.filter(({ file, name }) => file === mutant.killer && isNamed.test(name));
}

function apply(copy: string, { file, text, becomes }: Mutant): () => void {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(text, () => becomes),
  );
  return () => writeFileSync(path, before);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
