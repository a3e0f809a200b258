import { accessSync, constants, statfsSync } from 'node:fs';

const MB = 1024 * 1024;
/** PostgreSQL uses a few megabytes there, and more for parallel queries. Containers have 64 MB by default. */
const ENOUGH = 32 * MB;

/**
 * Settings for a machine whose /dev/shm is missing, read-only or too small: PostgreSQL then keeps its dynamic shared memory in files
 * of the data folder. With its default it would fail to start.
 */
export function sharedMemorySettings(freeBytes = freeSharedMemory()): Record<string, string> {
  return freeBytes < ENOUGH ? { dynamic_shared_memory_type: 'mmap' } : {};
}

/** Infinite where PostgreSQL needs no such folder, as on macOS. */
function freeSharedMemory(): number {
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize;
  } catch {
    return process.platform === 'linux' ? 0 : Number.POSITIVE_INFINITY;
  }
}
