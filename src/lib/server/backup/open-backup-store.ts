import type { FileStore } from '../files/file-store.ts';
import { LocalFiles } from '../files/local-files.ts';
import type { S3Settings } from '../files/s3-files.ts';

/** Where backups go: a folder, or a part of a bucket. */
export type BackupPlace = { folder: string } | { s3: S3Settings; prefix: string };

/** An object has at most 16 MB. */
const RESPONSE_TIMEOUT_MS = 120_000;

export async function openBackupFiles(place: BackupPlace, responseTimeoutMs = RESPONSE_TIMEOUT_MS): Promise<FileStore> {
  if ('folder' in place) return new LocalFiles(place.folder);
  const { S3Files } = await import('../files/s3-files.ts');
  return new S3Files(place.s3, { prefix: place.prefix, responseTimeoutMs });
}

/** Says where backups go, without secrets. */
export function placeName(place: BackupPlace): string {
  return 'folder' in place ? place.folder : `s3://${place.s3.bucket}/${place.prefix}`;
}
