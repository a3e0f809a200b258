import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { masterFile, renderingFile, reportFile } from '#features/site/media/server/media-files.ts';
import { ConfigError } from '#lib/config-error.ts';
import { scratchFolder } from '../../../tests/support/runner/scratch-folder.ts';
import { checkBackupSettings, isDerived } from './site-backups.ts';

test('copies masters and reports, and leaves out derived files', () => {
  const variant = { width: 480, quality: 80, format: 'webp' } as never;
  expect([masterFile('photo-1'), reportFile('report-1', 'pdf')].filter(isDerived)).toEqual([]);
  expect(isDerived(renderingFile('photo-1', variant))).toBe(true);
  expect(isDerived('builds/at-20261123/assets.gz')).toBe(true);
});

const folder = await scratchFolder();
const KEY = `${'A'.repeat(43)}=`;
const check = async (place: string, key: string) => {
  const lines: string[] = [];
  await checkBackupSettings({ backup: { place: { folder: place }, key } }, (line) => lines.push(line));
  return lines;
};

test.each([
  ['a key file that does not exist', folder, join(folder, 'none.key'), 'which does not exist'],
  ['a folder as the key file', folder, folder, 'which is a folder'],
  [
    'a folder that cannot be written',
    '/proc/carquay',
    KEY,
    'BACKUP_TO /proc/carquay cannot be used: it cannot be created',
  ],
])('refuses %s in one sentence', async (_what, place, key, reason) => {
  const checked = check(place, key);
  await expect(checked).rejects.toThrow(ConfigError);
  await expect(checked).rejects.toThrow(reason);
  await expect(checked).rejects.toThrow(/^[^\n]+$/);
});

test('warns about a key file that every user can read', async () => {
  const file = join(folder, 'backup.key');
  await writeFile(file, KEY);
  await chmod(file, 0o644);
  expect(await check(folder, file)).toEqual([
    `Warning: All users of this machine can read the file ${file} of BACKUP_KEY. Set its mode to 600.`,
  ]);
  await chmod(file, 0o600);
  expect([await check(folder, file), await check(folder, KEY)]).toEqual([[], []]);
});
