/**
 * Runs before every npm script, on any Node from version 20. Node 12 can parse this file and prints a readable error;
 * the work is in prepare-site.mjs.
 */
const MIN_NODE = 20;
const PAGES_NODE = 24;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const major = Number(process.versions.node.split('.')[0]);
if (major < MIN_NODE) fail(`CarQuay requires Node ${MIN_NODE} or newer. This is ${process.version}.`);
const pinned = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
const ownNode = process.platform === 'darwin' && ['x64', 'arm64'].includes(process.arch);
if (!pinned && !ownNode)
  fail(`CarQuay runs on Linux and macOS (x64 or arm64). This is ${process.platform} on ${process.arch}.`);
if (ownNode && major < PAGES_NODE)
  fail(`On macOS CarQuay requires Node ${PAGES_NODE} or newer. This is ${process.version}.`);
void import('./prepare-site.mjs');
