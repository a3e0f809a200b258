import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { FileStore } from './file-store.ts';
import { LocalFiles } from './local-files.ts';
import type { S3Options } from './s3-files.ts';

/** Opens the configured store: a bucket, or a folder in DATA_DIR. */
export async function openFileStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  options?: S3Options,
): Promise<FileStore> {
  if (!s3) return new LocalFiles(join(dataDir, 'files'));
  const { S3Files } = await import('./s3-files.ts');
  return new S3Files(s3, options);
}
