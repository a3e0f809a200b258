import { createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import { ConfigError } from '#lib/config-error.ts';
import { isEncryptionKey, readKeyFile } from '../secrets/key-file.ts';

/** First bytes of a hash of the key. They tell which key an object needs, and nothing about the key. */
export const KEY_ID_BYTES = 8;

/** Keys of backups. The first one encrypts, all of them decrypt. */
export type BackupKeys = { current: BackupKey; byId: ReadonlyMap<string, BackupKey> };
type BackupKey = { id: string; secret: Buffer };

/** Opens the value of BACKUP_KEY: keys separated by commas, or the path of a file with a key per line. */
export function openBackupKeys(value: string): BackupKeys {
  const texts = keysIn(value) ?? readFile(value);
  const keys = texts.map((text) => backupKey(Buffer.from(text, 'base64')));
  return { current: keys[0]!, byId: new Map(keys.map((key) => [key.id, key])) };
}

/** Returns the keys that a value consists of; null if it is something else, such as a path. */
export function keysIn(value: string): string[] | null {
  const parts = value.split(',').map((part) => part.trim());
  return parts.every(isEncryptionKey) ? parts : null;
}

/** Returns whether the value is the path of a file that every user of the machine can read. */
export function isOpenKeyFile(value: string): boolean {
  return keysIn(value) === null && (statSync(value).mode & READABLE_BY_OTHERS) !== 0;
}

const READABLE_BY_OTHERS = 0o004;

const REASONS: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'this user has no permission to read',
};

function readFile(path: string): string[] {
  try {
    return readKeyFile(path);
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new ConfigError(`BACKUP_KEY names the file ${path}, which ${reason}.`, error);
  }
}

function backupKey(secret: Buffer): BackupKey {
  const digest = createHmac('sha256', secret).update('carquay backup key').digest();
  return { id: digest.subarray(0, KEY_ID_BYTES).toString('hex'), secret };
}
