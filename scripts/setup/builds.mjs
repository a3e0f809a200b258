/**
 * Keeps several builds: `build/<hash>` is a build, `build/current` a link to the newest. `build/client` and `build/server` lead through
 * that link, and one rename switches both. A process keeps the folder that it started from.
 */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

const BUILDS = 'build';
const CURRENT = 'current';
const UNFINISHED = 'unfinished';
/** The current build and the two before it, whose processes may still run. An older build stays while a process is seen to use it. */
const KEPT = 3;

/** Returns the name of the current build, or null. */
export function currentBuild(builds = BUILDS) {
  try {
    const name = readlinkSync(join(builds, CURRENT));
    return statSync(join(builds, name, 'server')).isDirectory() ? name : null;
  } catch {
    return null;
  }
}

/** Returns the empty folder for a new build. */
export function newBuild(builds = BUILDS) {
  const folder = join(builds, UNFINISHED);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Makes a finished build the current one and removes old builds. A second build of the same sources gets another name. */
export function finishBuild(folder, hash, builds = BUILDS) {
  const name = readdirSync(builds).includes(hash) ? `${hash}-${Date.now().toString(36)}` : hash;
  renameSync(folder, join(builds, name));
  link(builds, CURRENT, name);
  for (const part of ['client', 'server']) link(builds, part, `${CURRENT}/${part}`);
  const before = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== name)
    .map((entry) => ({ path: join(builds, entry.name), time: statSync(join(builds, entry.name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  const held = heldFolders();
  for (const { path } of before.slice(KEPT - 1))
    if (!held.has(realpathSync(path))) rmSync(path, { recursive: true, force: true });
}

/**
 * Files and folders that processes hold open. The server holds the folder of its build (`src/app/run.ts`). Other users' processes are
 * seen by root only, and macOS has no /proc.
 */
function heldFolders() {
  const held = new Set();
  for (const process of namesIn('/proc').filter((name) => /^\d+$/.test(name)))
    for (const file of namesIn(`/proc/${process}/fd`)) held.add(targetOf(`/proc/${process}/fd/${file}`));
  return held;
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(link) {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

/** Replaces a link in one step. A folder, as earlier versions built, is removed first. */
function link(builds, name, target) {
  const path = join(builds, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true, force: true });
  const next = `${path}.next`;
  rmSync(next, { force: true });
  symlinkSync(target, next);
  renameSync(next, path);
}
