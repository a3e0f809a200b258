/**
 * `npm run test:quick` checks what differs from main, or from another commit with `npm run test:quick -- <commit>`: the format and
 * lint of changed files, all types, the unit tests that import changed files, and the tests on PostgreSQL and in Chromium next to
 * them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beginRun } from './test-run.ts';

const CODE = /\.(tsx?|mjs)$/;
const WITH_SERVICES = /\.(db|dom)\.test\.tsx?$/;
const NEEDS_BUILD = /pages-app|built-site|build\/server/;

const [base = 'main'] = process.argv.slice(2);
const changed = changedFiles(base).filter((path) => existsSync(path));
const code = changed.filter((path) => CODE.test(path));
const folders = [...new Set(code.map(dirname))];
const beside = folders.flatMap((folder) => globSync(`${folder}/*.{db,dom}.test.{ts,tsx}`));
const needBuild = beside.filter((path) => NEEDS_BUILD.test(readFileSync(path, 'utf8')));
const services = beside.filter((path) => !needBuild.includes(path));
const sources = code.filter((path) => !WITH_SERVICES.test(path));
const failed: string[] = [];
const testRun = beginRun();

await Promise.all([
  changed.length > 0 && run('lint', ['biome', 'check', '--no-errors-on-unmatched', ...changed]),
  run('types', ['npm', 'run', '--silent', 'typecheck']),
  runTests(),
]);
if (needBuild.length > 0) console.log(`\nNot run, because they need a build: ${needBuild.join(', ')}`);
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll passed');
await testRun.end(failed.length > 0 ? 1 : 0);

async function runTests(): Promise<void> {
  if (sources.length > 0)
    await run('unit', ['vitest', 'related', '--run', '--passWithNoTests', '--project', 'unit', ...sources]);
  const projects = ['db', 'dom'].filter((name) => services.some((path) => path.includes(`.${name}.test.`)));
  if (projects.length === 0) return;
  const named = projects.flatMap((name) => ['--project', name]);
  await run(projects.join(', '), ['vitest', 'run', ...named, ...services]);
}

/** Lists files that differ from the merge base with `base`, including untracked ones. */
function changedFiles(base: string): string[] {
  const start = git('merge-base', 'HEAD', base) ?? git('rev-parse', 'HEAD') ?? '';
  const lists = [git('diff', '--name-only', '-z', start), git('ls-files', '--others', '--exclude-standard', '-z')];
  return lists.flatMap((list) => list?.split('\0') ?? []).filter((path) => path !== '');
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Prints the output of a command at its end, because several run in parallel. */
async function run(name: string, command: string[]): Promise<void> {
  const child = testRun.start(command, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  console.log(`\n— ${name}\n${output.trim()}`);
  if (status !== 0) failed.push(name);
}
