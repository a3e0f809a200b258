import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const PAUSE_MS = 200;

/** Lets one process at a time prepare the folder; a lock whose process has died is taken over. */
export function withLock(file, work) {
  while (!take(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  work();
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!holderLives(file)) rmSync(file, { force: true });
    return false;
  }
}

function holderLives(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
