import { expect, test } from 'vitest';
import { masterFile, renderingFile, reportFile } from '#features/media/server/media-files.ts';
import { isDerived } from './site-backups.ts';

test('copies masters and reports, and leaves out what the site makes again', () => {
  const variant = { width: 480, quality: 80, format: 'webp' } as never;
  expect([masterFile('photo-1'), reportFile('report-1', 'pdf')].filter(isDerived)).toEqual([]);
  expect(isDerived(renderingFile('photo-1', variant))).toBe(true);
  expect(isDerived('builds/at-20261123/assets.gz')).toBe(true);
});
