/**
 * Runs before every npm script, on any Node from version 20: installs the packages if the lock file
 * changed, puts the pinned Node first on the script's PATH, and updates generated files.
 * `prepare.mjs build` also builds the site; `prepare.mjs build --force` builds it even if no source changed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, sameFingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';

const MIN_NODE = 20;
const PAGES_NODE = 24;
const INSTALLED = 'node_modules/.carquay-lock';
const PINNED_NODE = join('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
const NODE_LINK = 'node_modules/.bin/node';
const MESSAGE_SOURCES = ['messages', 'scripts/build-messages.ts', 'package-lock.json'];
const FONT_SOURCES = ['scripts/build-font.ts', 'package-lock.json'];
const BUILD_SOURCES = [
  'src',
  'messages',
  'content',
  'demo',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'scripts/compress-assets.ts',
  'scripts/build-installable.ts',
  'scripts/build-font.ts',
  'scripts/build-messages.ts',
  'scripts/vite',
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

function run(step, command, args, { quiet = false } = {}) {
  process.stdout.write(`${step} …\n`);
  const path = `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`;
  const result = spawnSync(command, args, {
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  if (result.status === 0) return;
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  const full = /ENOSPC|No space left/i.test(`${result.stderr}${result.stdout}`);
  fail(full ? 'The disk is full.' : `${step} failed${result.error ? `: ${result.error.message}` : ''}.`);
}

function install() {
  const lock = fingerprintOf(['package-lock.json']);
  if (sameFingerprint(INSTALLED, lock)) return;
  run('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(INSTALLED, lock);
}

/** npm creates no node link in .bin if packages of several platforms are listed. */
function linkPinnedNode() {
  if (!existsSync(PINNED_NODE) || existsSync(NODE_LINK)) return;
  if (lstatSync(NODE_LINK, { throwIfNoEntry: false })) rmSync(NODE_LINK);
  mkdirSync('node_modules/.bin', { recursive: true });
  symlinkSync(join('..', '..', PINNED_NODE), NODE_LINK);
}

function generate(stamp, sources, step, commands, { force = false } = {}) {
  const now = fingerprintOf(sources);
  if (!force && sameFingerprint(stamp, now)) return;
  rmSync(stamp, { force: true });
  for (const [command, ...args] of commands) run(step, command, args, { quiet: true });
  writeFileSync(stamp, now);
}

checkPlatform();
withLock('.preparing', () => {
  install();
  linkPinnedNode();
  generate('.generated/.sources', MESSAGE_SOURCES, 'Compiling messages', [['node', 'scripts/build-messages.ts']]);
  generate('.generated/.font', FONT_SOURCES, 'Subsetting the font', [['node', 'scripts/build-font.ts']]);
  if (process.argv.includes('build')) {
    const commands = [
      ['react-router', 'build'],
      ['node', 'scripts/build-installable.ts'],
      ['node', 'scripts/compress-assets.ts'],
    ];
    const force = process.argv.includes('--force');
    generate('build/.sources', BUILD_SOURCES, 'Building the site', commands, { force });
  }
});
