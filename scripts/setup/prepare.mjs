/**
 * Runs before every npm script, on any Node from version 20: installs the packages if the lock file
 * changed, puts the pinned Node first on the script's PATH, and updates generated files.
 * `prepare.mjs build` also builds the site; `prepare.mjs build --force` builds it even if no source changed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentBuild, finishBuild, newBuild } from './builds.mjs';
import { fingerprintOf, sameFingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';

const MIN_NODE = 20;
const PAGES_NODE = 24;
const INSTALLED = 'node_modules/.carquay-lock';
const PINNED_NODE = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
const NODE_LINK = 'node_modules/.bin/node';
const NO_REGISTRY =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;
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
  'scripts/build-installable.ts',
  'scripts/build-font.ts',
  'scripts/build-messages.ts',
  'scripts/vite',
];
const BUILD_COMMANDS = [
  ['react-router', 'build'],
  ['node', 'scripts/build-installable.ts'],
  ['node', 'scripts/compress-assets.ts'],
];

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function checkPlatform() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < MIN_NODE) fail(`CarQuay requires Node ${MIN_NODE} or newer. This is ${process.version}.`);
  const pinned = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  const ownNode = process.platform === 'darwin' && ['x64', 'arm64'].includes(process.arch);
  if (!pinned && !ownNode)
    fail(`CarQuay runs on Linux and macOS (x64 or arm64). This is ${process.platform} on ${process.arch}.`);
  if (ownNode && major < PAGES_NODE)
    fail(`On macOS CarQuay requires Node ${PAGES_NODE} or newer. This is ${process.version}.`);
}

/** Prints the output of the command only if it fails for a reason that is not known here. */
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
  if (/ENOSPC|No space left/i.test(output)) fail('The disk is full.');
  const unreachable = command === 'npm' && NO_REGISTRY.exec(output);
  if (unreachable)
    fail(
      `npm cannot reach its package registry (${unreachable[0]}). Check the network and npm config get registry, then start again.`,
    );
  process.stderr.write(output);
  fail(`${step} failed${result.error ? `: ${result.error.message}` : ''}.`);
}

function install() {
  const lock = fingerprintOf(['package-lock.json']);
  if (sameFingerprint(INSTALLED, lock)) return;
  run('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1']);
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

/** Builds beside the current build, which a running site goes on using. */
function build({ force }) {
  const hash = fingerprintOf(BUILD_SOURCES).slice(0, 12);
  if (!force && currentBuild()?.startsWith(hash)) return;
  const folder = newBuild();
  const env = { BUILD_DIRECTORY: folder };
  for (const [command, ...args] of BUILD_COMMANDS) run('Building the site', command, args, env);
  // A process that restarts runs the migrations that it was built with, whatever the folder holds by then.
  cpSync('db/migrations', join(folder, 'migrations'), { recursive: true });
  finishBuild(folder, hash);
}

checkPlatform();
withLock('.preparing', () => {
  install();
  linkPinnedNode();
  generate('.generated/.sources', MESSAGE_SOURCES, 'Compiling messages', [['node', 'scripts/build-messages.ts']]);
  generate('.generated/.font', FONT_SOURCES, 'Subsetting the font', [['node', 'scripts/build-font.ts']]);
  if (process.argv.includes('build')) build({ force: process.argv.includes('--force') });
});
