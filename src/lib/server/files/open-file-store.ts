import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ConfigError } from '#lib/config-error.ts';
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

const CONTENT = Buffer.from('written by the check at the start');

/** Stores, reads and removes a file. Rejects if one of them fails. */
export async function tryStore(store: FileStore): Promise<void> {
  const folder = `checks/${randomUUID()}`;
  const key = `${folder}/start.txt`;
  await store.put(key, CONTENT);
  const stored = await store.read(key);
  const content = stored && (await buffer(stored.stream));
  await store.removeFolder(folder);
  if (!content?.equals(CONTENT)) throw new Error('a file was read back with another content');
}

/** Asks the store for a file that does not exist. Rejects if the store cannot be reached or refuses. */
export async function reachStore(store: FileStore): Promise<void> {
  await store.read('checks/reach/none.txt');
}

/** Describes why a store failed, by its error code only. */
export function storeFailure(error: unknown): string {
  const { name, status } = refusal(error);
  return status === undefined ? name : `${name} (${status})`;
}

/**
 * Throws `ConfigError` if the bucket refused: a wrong name, region or login does not get better by waiting. Returns normally if
 * it could only not be reached.
 */
export function refuseWrongBucket(error: unknown, bucket: string): void {
  const { status } = refusal(error);
  if (status === undefined || status < 300 || status >= 500) return;
  throw new ConfigError(
    `The bucket ${bucket} cannot be used: ${storeFailure(error)}. Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the keys; the keys must allow to write, read, list and delete.`,
    error,
  );
}

type Refusal = { name?: string; code?: string; $metadata?: { httpStatusCode?: number }; cause?: Refusal };

/** The error of the bucket's client, which the store may have wrapped. */
function refusal(error: unknown): { name: string; status: number | undefined } {
  const { name, code, $metadata } = (error as Refusal).cause ?? (error as Refusal);
  return { name: code ?? name ?? 'unknown error', status: $metadata?.httpStatusCode };
}
