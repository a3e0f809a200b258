import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './after-file.ts';

/** Creates a folder that is deleted after the test file. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-scratch-'));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
