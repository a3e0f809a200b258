import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const PAUSE_MS = 200;

/** Runs `work` in one process at a time. Takes over the lock of a process that died. */
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
    if (!isOwnerAlive(file)) rmSync(file, { force: true });
    return false;
  }
}

function isOwnerAlive(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
