import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';

/** Returns whether a text is 32 bytes in base64, as `openssl rand -base64 32` prints them. */
export const isEncryptionKey = (text: string): boolean => /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text);

const KEY_BYTES = 32;
const OWNER_ONLY = { mode: 0o600, flush: true } as const;

/** A new key of 32 random bytes, in base64. */
export const newKey = () => randomBytes(KEY_BYTES).toString('base64');

/**
 * Creates a file with new keys, one per line, that only the operating system user of the site can read. Of several
 * processes that start together, one creates the file.
 */
export function createKeyFile(file: string, count: number): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, linesOf(Array.from({ length: count }, newKey)), OWNER_ONLY);
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}

/** Throws a `ConfigError` if the file has anything but keys. */
export function readKeyFile(file: string): string[] {
  const keys = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
  if (keys.length > 0 && keys.every(isEncryptionKey)) return keys;
  throw new ConfigError(`${file} must have a key of 32 bytes in base64 on each line. Restore it from your backup.`);
}

/** Appends a key. Replaces the whole file atomically, so a crash leaves the old or the new one. */
export function appendKey(file: string, key: string): void {
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, linesOf([...readKeyFile(file), key]), OWNER_ONLY);
  renameSync(unfinished, file);
}

const linesOf = (keys: string[]) => keys.map((key) => `${key}\n`).join('');
