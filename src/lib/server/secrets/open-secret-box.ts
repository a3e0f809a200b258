import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';
import type { Config } from '../config/config.ts';
import { isEncryptionKey } from './encryption-key.ts';
import { SecretBox } from './secret-box.ts';

const KEY_BYTES = 32;

/** File with a key per line, the current one first. */
export const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'encryption.key');

/**
 * Opens the keys of the settings and of the key file, those of the settings first. Without ENCRYPTION_KEY and without
 * the file it creates the file, which only the operating system user of the site can read.
 */
export function openSecretBox(config: Pick<Config, 'dataDir' | 'encryptionKey' | 'encryptionOldKeys'>): SecretBox {
  const file = keyFile(config);
  if (config.encryptionKey === undefined && !existsSync(file)) createKeyFile(config.dataDir, file);
  const current = config.encryptionKey === undefined ? [] : [config.encryptionKey];
  const keys = [...current, ...(existsSync(file) ? readKeyFile(file) : []), ...config.encryptionOldKeys];
  return new SecretBox(keys.map((key) => Buffer.from(key, 'base64')));
}

/** Of several processes that start together, one creates the file. */
function createKeyFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}

function readKeyFile(file: string): string[] {
  const keys = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
  if (keys.length > 0 && keys.every(isEncryptionKey)) return keys;
  throw new ConfigError(`${file} must have a key of 32 bytes in base64 on each line. Restore it from your backup.`);
}
