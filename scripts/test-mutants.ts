/**
 * `npm run test:mutants` breaks the product in the ways of tests/mutants/list.yaml, one after the other, and expects a named test to
 * fail each time. It works on copies of the checkout. `npm run test:mutants -- refund` takes the mutants whose name or file contains
 * the word, `-- --table` only updates the table in docs/testing.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, namesOf, needsBuild, problemOf, readMutants, withTable } from '../tests/mutants/mutant-list.ts';
import { copyCheckout } from './mutants/copy-checkout.ts';
import { build, endTests, type Result, runKillers } from './mutants/run-tests.ts';

const MAX_SURVIVORS = 0.05;
const DOCUMENT = 'docs/testing.md';

const words = process.argv.slice(2);
const all = readMutants();
if (words.includes('--table')) {
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, 'utf8'), all));
  process.exit(0);
}
const mutants = all.filter(({ name, file }) => words.every((word) => `${name} ${file}`.includes(word)));
if (mutants.length === 0) fail(`No mutant contains ${words.join(' and ')}.`);
const outdated = mutants.flatMap((mutant) => problemOf(mutant)?.replace(/^/, `${mutant.name}: `) ?? []);
if (outdated.length > 0) fail(outdated.join('\n'));

const scratch = mkdtempSync(join(tmpdir(), 'carquay-mutants-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void endTests().finally(() => process.exit(1));
  });

const built = mutants.filter(needsBuild);
const waiting = mutants.filter((mutant) => !built.includes(mutant));
const copies = Array.from({ length: Math.min(2, availableParallelism()) }, (_, index) =>
  join(scratch, `copy-${index}`),
);
for (const copy of copies) copyCheckout(copy);
await checkKillers(copies[0]!);
const survivors: string[] = [];
await Promise.all(
  copies.map(async (copy, index) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const restore = apply(copy, mutant);
      report(mutant, await runKillers(copy, [mutant]));
      restore();
    }
    if (index === 0 && built.length > 0) await runBuilt(copy);
  }),
);
console.log(`\n${mutants.length - survivors.length} passed, ${survivors.length} failed`);
process.exit(survivors.length > MAX_SURVIVORS * mutants.length ? 1 : 0);

/** A test that fails without any mutant, or does not run, would prove nothing. */
async function checkKillers(copy: string): Promise<void> {
  if (built.length > 0 && !(await build(copy))) fail('The site could not be built.');
  const results = await runKillers(copy, mutants);
  const useless = mutants.flatMap((mutant) => {
    const own = resultsOf(mutant, results);
    if (own.length === 0) return `${mutant.killer}: “${mutant.test}” did not run.`;
    const failed = own.find(({ failure }) => failure !== null);
    return failed ? `${mutant.killer}: “${mutant.test}” fails without a mutant. ${failed.failure}` : [];
  });
  if (useless.length > 0) fail([...new Set(useless)].join('\n'));
}

/** Mutants of the built site share one build, so each names the failure that is its own. */
async function runBuilt(copy: string): Promise<void> {
  for (const mutant of built) apply(copy, mutant);
  const results = (await build(copy)) ? await runKillers(copy, built) : [];
  for (const mutant of built) report(mutant, results);
}

function report(mutant: Mutant, results: readonly Result[]): void {
  const failures = resultsOf(mutant, results).flatMap(({ failure }) => failure ?? []);
  const { name, killer, test, message = '' } = mutant;
  if (failures.some((failure) => failure.includes(message))) {
    console.log(`killed    ${name}`);
    return;
  }
  survivors.push(name);
  const why = failures.length > 0 ? `failed otherwise: ${failures.join('\n')}` : 'passed or did not run';
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
