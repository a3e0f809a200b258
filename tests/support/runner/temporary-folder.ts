import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 * 1024;
/** A whole run writes about 700 MB. */
const ENOUGH = 1_024 * MB;

const IN_MEMORY = '/dev/shm';
/** Well above the 700 MB that a whole run writes. */
const ROOMY = 6 * 1_024 * MB;

/**
 * Returns the folder for the files of a run. It is in memory if there is enough memory and TMPDIR is not set: each test file creates and drops
 * a database of a thousand files, and ext4 creates files slowly while many were deleted recently. On a disk, the db tests need a fifth
 * more CPU time.
 */
export function temporaryRoot(
  { TMPDIR } = process.env as { TMPDIR?: string },
  memory = process.availableMemory(),
): string {
  const fits = memory > 2 * ROOMY && problemOfTemporaryFolder(IN_MEMORY, ROOMY) === null;
  return TMPDIR === undefined && fits ? IN_MEMORY : tmpdir();
}

/** Returns why tests cannot use this temporary folder, or null. */
export function problemOfTemporaryFolder(folder = tmpdir(), enough = ENOUGH): string | null {
  const hint = 'Set TMPDIR to another folder.';
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free < enough) {
      const [needed, left] = [enough, free].map((bytes) => Math.floor(bytes / MB));
      return `The tests need ${needed} MB below ${folder}, where ${left} MB are free. ${hint}`;
    }
    // Chromium fails if its shared memory is in a folder that is mounted with noexec.
    if (!runsPrograms(folder))
      return `The test browser cannot work below ${folder}, where no program may run (noexec). ${hint}`;
    return null;
  } catch (error) {
    return `The tests cannot write below ${folder} (${(error as NodeJS.ErrnoException).code}). ${hint}`;
  }
}

function runsPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'carquay-'));
  try {
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(own, { recursive: true });
  }
}
