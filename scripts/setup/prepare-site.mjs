/**
 * Installs the packages if the lock file changed, puts the pinned Node first on the script's PATH, and updates generated files.
 * `build` also builds the site; `build --force` builds it even if no source changed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentBuild, finishBuild, newBuild } from './builds.mjs';
import { fingerprintOf, sameFingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';

const INSTALLED = 'node_modules/.carquay-lock';
const PINNED_NODE = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
const NODE_LINK = 'node_modules/.bin/node';
const NO_REGISTRY =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network timeout)\b/;
/** npm's output for a response that is not the locked package: a refusal, a network's login page, other bytes. Captures the details. */
const NO_PACKAGE =
  /^npm error code (?:E\d{3}|FETCH_ERROR|EINTEGRITY)$(?:\nnpm error errno .*)?\nnpm error (?:\d{3} (?=\d{3} ))?(.+)$/m;
/** npm limits the time of a whole download of up to 60 MB, so it would wait ten minutes for a silent registry. */
const PING = ['ping', '--fetch-timeout=15000', '--fetch-retries=0', '--loglevel=error'];
const IF_REACHED = ['--fetch-retries=1'];
/** Packages in npm's cache are installed even without the registry. */
const IF_NOT_REACHED = ['--fetch-retries=0', '--fetch-timeout=10000'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MESSAGE_SOURCES = ['messages', 'scripts/build-messages.ts', 'package-lock.json'];
const FONT_SOURCES = ['scripts/build-font.ts', 'package-lock.json'];
const BUILD_SOURCES = [
  'src',
  'messages',
  'content',
  'demo',
  'public',
  'db',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'scripts/compress-assets.ts',
  'scripts/shorten-manifest.ts',
  'scripts/build-installable.ts',
  'scripts/build-font.ts',
  'scripts/build-messages.ts',
  'scripts/vite',
];
const BUILD_COMMANDS = [
  ['react-router', 'build'],
  ['node', 'scripts/build-installable.ts'],
  ['node', 'scripts/shorten-manifest.ts'],
  ['node', 'scripts/compress-assets.ts'],
];

const MIN_FREE_BYTES = 32 * 1024 * 1024;
const FULL = 'The disk is full.';

/** Ends the script. After a failed installation, npm scripts must not start with the incomplete Node in the packages. */
function fail(message) {
  if (!existsSync(INSTALLED)) rmSync(NODE_LINK, { force: true });
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

process.on('uncaughtException', (error) => {
  if (error.code === 'ENOSPC') fail(FULL);
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
    fail(
      `CarQuay writes packages and builds below its folder, and ${error.path ?? process.cwd()} cannot be written. Start it from a copy that is yours.`,
    );
  fail(error.stack);
});

/** Prints the output of the command only if it fails for an unknown reason. */
function run(step, command, args, env = {}) {
  process.stdout.write(`${step} …\n`);
  const path = `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`;
  const result = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    env: { ...process.env, PATH: path, ...env },
  });
  if (result.status === 0) return;
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`;
  if (/ENOSPC|No space left/i.test(output)) fail(FULL);
  if (command === 'npm') failAsNpm(output, result.error);
  process.stderr.write(output);
  fail(`${step} failed${result.error ? `: ${result.error.message}` : ''}.`);
}

function failAsNpm(output, error) {
  if (error?.code === 'ENOENT') fail('npm is missing. Install it, for example with Node.');
  const unreachable = NO_REGISTRY.exec(output);
  if (unreachable)
    fail(
      `npm cannot reach its package registry (${unreachable[0]}). Check the network and npm config get registry, then start again.`,
    );
  const refusal = NO_PACKAGE.exec(output);
  if (refusal)
    fail(
      `The package registry does not give npm a package: ${refusal[1]}. Check npm config get registry, then start again.`,
    );
}

function canReachRegistry() {
  const { stdout, stderr } = spawnSync('npm', PING, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  return !NO_REGISTRY.test(`${stdout ?? ''}${stderr ?? ''}`);
}

function install() {
  const lock = fingerprintOf(['package-lock.json']);
  if (sameFingerprint(INSTALLED, lock)) return;
  const patience = canReachRegistry() ? IF_REACHED : IF_NOT_REACHED;
  run('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...patience]);
  // On a full disk, npm truncates files of optional packages and still reports success.
  const { bavail, bsize } = statfsSync('.');
  if (bavail * bsize < MIN_FREE_BYTES) fail(FULL);
  writeFileSync(INSTALLED, lock);
}

/** npm creates no node link in .bin if packages of several platforms are listed. */
function linkPinnedNode() {
  if (!existsSync(PINNED_NODE) || existsSync(NODE_LINK)) return;
  if (lstatSync(NODE_LINK, { throwIfNoEntry: false })) rmSync(NODE_LINK);
  mkdirSync('node_modules/.bin', { recursive: true });
  symlinkSync(join('..', '..', PINNED_NODE), NODE_LINK);
}

function generate(stamp, sources, step, commands) {
  const now = fingerprintOf(sources);
  if (sameFingerprint(stamp, now)) return;
  rmSync(stamp, { force: true });
  for (const [command, ...args] of commands) run(step, command, args);
  writeFileSync(stamp, now);
}

/** Builds next to the current build, which a running site keeps using. */
function build({ force }) {
  const hash = fingerprintOf(BUILD_SOURCES).slice(0, 12);
  if (!force && currentBuild()?.startsWith(hash)) return;
  const folder = newBuild();
  const env = { BUILD_DIRECTORY: folder };
  for (const [command, ...args] of BUILD_COMMANDS) run('Building the site', command, args, env);
  // A restarting process must run the migrations of its build, not the current files.
  cpSync('db/migrations', join(folder, 'migrations'), { recursive: true });
  finishBuild(folder, hash);
}

withLock('.preparing', () => {
  install();
  linkPinnedNode();
  generate('.generated/.sources', MESSAGE_SOURCES, 'Compiling messages', [['node', 'scripts/build-messages.ts']]);
  generate('.generated/.font', FONT_SOURCES, 'Subsetting the font', [['node', 'scripts/build-font.ts']]);
  if (process.argv.includes('build')) build({ force: process.argv.includes('--force') });
});
