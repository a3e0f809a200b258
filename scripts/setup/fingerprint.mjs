import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a hash of the names, sizes and times of all files below the paths, and of the text of package-lock.json. */
export function fingerprintOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addPath(hash, path);
  return hash.digest('hex');
}

export function sameFingerprint(stampFile, fingerprint) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint;
}

function addPath(hash, path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(path).sort()) addPath(hash, join(path, name));
  } else if (path === 'package-lock.json') {
    hash.update(readFileSync(path));
  } else {
    hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
  }
}
