/**
 * `npm run test:quick` runs lint, types and unit tests, and the tests on PostgreSQL and in Chromium of every folder that differs
 * from main; `npm run test:quick -- <commit>` compares with another commit. It should take less than a minute.
 */
import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/** A change below one of these folders is tested by all tests below it. */
const FOLDERS = /^(src\/features\/[^/]+|src\/(app|lib|ui|routes)|tests\/(app|checkout)|scripts|content|demo)\//;

const [base = 'main'] = process.argv.slice(2);
const folders = [...new Set(changedFiles(base).flatMap((path) => FOLDERS.exec(path)?.[1] ?? []))];
const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{db,dom}.test.{ts,tsx}`));
const needsBuild = files.some((path) => /pages-app|built-site|build\/server/.test(readFileSync(path, 'utf8')));
const failed: string[] = [];

await Promise.all([
  run('lint', ['biome', 'check', '.']),
  run('types', ['npm', 'run', '--silent', 'typecheck']),
  run('unit', ['vitest', 'run', '--project', 'unit']),
]);
if (needsBuild) await run('build', ['node', 'scripts/setup/prepare.mjs', 'build']);
if (files.length > 0) {
  const projects = ['db', 'dom'].filter((name) => files.some((path) => path.includes(`.${name}.test.`)));
  const named = projects.flatMap((name) => ['--project', name]);
  await run(`changed: ${folders.join(', ')}`, ['vitest', 'run', ...named, ...files]);
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll passed');
process.exit(failed.length > 0 ? 1 : 0);

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

/** Prints the output of a command only at its end, because several run at once. */
async function run(name: string, [command = '', ...args]: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  console.log(`\n— ${name}\n${output.trim()}`);
  if (status !== 0) failed.push(name);
}
