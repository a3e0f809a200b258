import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';

const REASONS: Record<string, string> = {
  EACCES: 'this user has no permission to write there',
  EPERM: 'this user has no permission to write there',
  EROFS: 'it is on a read-only disk',
  ENOENT: 'it cannot be created',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it is a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
};

/** Creates the folder of a setting and writes a file there. Throws `ConfigError` if that fails. */
export async function prepareFolder(setting: 'DATA_DIR' | 'BACKUP_TO', folder: string): Promise<void> {
  const probe = join(folder, `.write-test-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, 'x');
    await rm(probe);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = REASONS[code] ?? code;
    throw new ConfigError(
      `${setting} ${folder} cannot be used: ${reason}. Set ${setting} to a writable folder.`,
      error,
    );
  }
}

/** Creates a folder and its parents. `mkdir` of Node with `recursive` never returns on /proc. */
async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(path) !== path) return null;
    throw error;
  });
  if (found?.isDirectory()) return;
  if (!found) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have created it meanwhile.
    if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  });
}
